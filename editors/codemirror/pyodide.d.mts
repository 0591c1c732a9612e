// Pyodide, as the worker of the playground starts it.
export function loadPyodide(options: object): Promise<any>;
