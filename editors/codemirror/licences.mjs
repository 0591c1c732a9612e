// Writes the licences of all that is in the bundle beside it, as its packages bring them.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf-8"));
const used = Object.entries(packages).filter(([path, one]) => path && !one.dev && !one.optional);
const parts = used.map(([path, { version, license }]) => {
  const file = readdirSync(path).find((name) => /^licen[cs]e/i.test(name));
  return `${path.replace("node_modules/", "")} ${version} (${license})\n\n${file ? readFileSync(`${path}/${file}`, "utf-8").trim() : ""}\n`;
});
const head = "The editor of the studio is CodeMirror. It and what it needs come with these licences.\n";
writeFileSync("../../interpreter/studio/page/licences.txt", [head, ...parts].join("\n---\n\n"));
