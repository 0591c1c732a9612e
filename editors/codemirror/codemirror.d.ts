// The bundle, as the page imports it.
export { FullEditor } from "./full.js";
