// Starts a table in a frame: what happens is told by the page around it.

import { FrameSource } from "./frame.js";
import { Table } from "./live.js";

const page = JSON.parse(document.getElementById("page").textContent);
new Table(page, new FrameSource());
