// Starts a page that is played at: what happens is told by the server.

import { Table } from "./live.js";
import { SocketSource } from "./socket.js";

const page = JSON.parse(document.getElementById("page").textContent);
new Table(page, new SocketSource());
