// Starts a page that opens from disk: the whole film stands in it as JSON. Its address says at which step it is.

import { DocumentSource } from "./document.js";
import { Film } from "./film.js";

const page = JSON.parse(document.getElementById("page").textContent);
const source = new DocumentSource(page);
const film = new Film(page, source);
source.open();
film.steps.follow(0);
