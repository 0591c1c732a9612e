// Runs lines of Python in the playground of a browser, for tests.
import { loadPyodide } from "./pyodide.mjs";
import { startInBrowser } from "./python.js";

self.onmessage = async ({ data }) => {
  try {
    const python = await startInBrowser(loadPyodide);
    self.postMessage({ found: python.runPython(data) });
  } catch (error) {
    self.postMessage({ wrong: String(error.stack) });
  }
};
