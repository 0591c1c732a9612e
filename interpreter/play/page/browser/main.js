// Starts a page that opens from disk: the whole film stands in it as JSON. Its address says at which step it is.

import { Film } from "./film.js";

const film = new Film(JSON.parse(document.getElementById("page").textContent));
const step = () => film.show(Number(location.hash.slice(1)) || 0);
film.hashed = true;
window.addEventListener("hashchange", step);
step();
