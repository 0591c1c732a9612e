// Starts the studio of a web server.

import { ServerSource } from "./server.js";
import { Studio } from "./studio.js";

new Studio(document.getElementById("studio"), new ServerSource());
