// Starts the page: its data stands in it as JSON.

import { Film } from "./film.js";

const page = JSON.parse(document.getElementById("page").textContent);
const film = new Film(page);
film.show(Number(location.hash.slice(1)) || 0, false);
