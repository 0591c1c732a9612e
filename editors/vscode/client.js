// Starts the language server for YAML files of games, and runs command lines from lenses in a terminal.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** Where games and what belongs to them lie; other YAML files are left alone. */
const FILES = ["**/game.yaml", "**/{variants,scenarios,parts}/*.{yaml,yml}", "**/clauses.yaml"];

/** The first lines of a game whose file is called otherwise. */
const HEAD = /^(spec|game|variant|part):/m;

let client;

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("cardwright.run", run),
    vscode.commands.registerCommand("cardwright.restart", restart),
  );
  await start();
}

async function deactivate() {
  await client?.stop();
}

async function restart() {
  await client?.stop();
  await start();
}

async function start() {
  const settings = vscode.workspace.getConfiguration("cardwright");
  const [command, ...words] = settings.get("command");
  const folders = settings.get("folders").flatMap((folder) => ["--path", folder]);
  const args = [...words, ...folders];
  client = new LanguageClient(
    "cardwright",
    "Cardwright",
    { command, args, transport: TransportKind.stdio, options: { cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath } },
    {
      documentSelector: [
        ...FILES.map((pattern) => ({ scheme: "file", language: "yaml", pattern })),
        { scheme: "file", language: "yaml" },
        { scheme: "untitled", language: "yaml" },
      ],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml}") },
      middleware: { didOpen: (document, next) => (isOurs(document) ? next(document) : Promise.resolve()) },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const install = `Is it installed? In a clone of Cardwright: pip install '.[lsp]'; or set cardwright.command.`;
    vscode.window.showErrorMessage(`Cardwright: ${[command, ...args].join(" ")} does not start. ${install} (${error})`);
  }
}

/** Whether a document is part of a game. */
function isOurs(document) {
  const place = FILES.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
  return place || HEAD.test(document.getText().slice(0, 2000));
}

/** Run a command line in a terminal; its words are quoted as the shell of the editor needs it. */
function run(words) {
  const execution = new vscode.ProcessExecution(words[0], words.slice(1));
  const task = new vscode.Task({ type: "process" }, vscode.TaskScope.Workspace, words[3] ?? "run", "cardwright", execution);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true, panel: vscode.TaskPanelKind.Dedicated };
  return vscode.tasks.executeTask(task);
}

module.exports = { activate, deactivate };
