// What becomes of links: links.mjs FOLDER, cases as JSON on the standard input (links.yaml says how they look).
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { about, BrokenLink, filesOf, linkOf } = await import(pathToFileURL(`${folder}/links.js`));
const { deflateSync } = await import(pathToFileURL(`${folder}/fflate.js`));
const read = async (name) => new Uint8Array(fs.readFileSync(`${folder}/${name}`));

async function fragmentOf(one) {
  if (one.files) return linkOf(Object.entries(one.files).map(([name, text]) => ({ name, text })), read);
  if (one.fragment !== undefined) return one.fragment.repeat(one.times ?? 1);
  const bytes = one.bytes ? Uint8Array.from(one.bytes) : new TextEncoder().encode(one.payload.repeat(one.times ?? 1));
  return `1.${Buffer.from(deflateSync(bytes, { level: 9, dictionary: await read("dictionary-1.txt") })).toString("base64url")}`;
}

async function result(one) {
  const fragment = await fragmentOf(one);
  if (fragment === null) return { tooLong: true };
  try {
    const files = await filesOf(fragment, read);
    return { files: Object.fromEntries(files.map(({ name, text }) => [name, text])), about: about(files[0], "en"), length: fragment.length };
  } catch (wrong) {
    if (!(wrong instanceof BrokenLink)) throw wrong;
    return { broken: true };
  }
}

const cases = JSON.parse(fs.readFileSync(0, "utf8"));
console.log(JSON.stringify(await Promise.all(cases.map(result))));
