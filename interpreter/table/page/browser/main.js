// Starts a page that opens from disk: the whole film stands in it as JSON. Its address says at which step it is.

import { Film } from "./film.js";

new Film(JSON.parse(document.getElementById("page").textContent)).steps.follow(0);
