// Links that hold files in their fragment: `#1.…`, the number of a dictionary, then the files, compressed, as base64url.
//
// What is compressed is the name of a file, a line break and its text, one file after the other with a null between.
// A link is made by a stranger: it is read with bounds, and what it holds is only ever shown as text. The dictionaries
// never change, for old links need them; a better one gets a new number.

import { deflateSync, inflateSync } from "./fflate.js";

/** A link has at most so many characters behind the `#`; what needs more is sent as a file. */
export const MOST_CHARACTERS = 16000;

const MOST_BYTES = 2000000;
const MOST_FILES = 20;
const DICTIONARIES = [1, 2];
const NAME = /^(?:[\p{L}\p{N}_][\p{L}\p{N}_ .+-]*\/){0,8}[\p{L}\p{N}_][\p{L}\p{N}_ .+-]*\.ya?ml$/u;

/** Raised for a link that cannot be read. */
export class BrokenLink extends Error {}

/** @typedef {{ name: string, text: string }} File */

/** @param {number} number @param {(name: string) => Promise<Uint8Array>} read */
const dictionary = (number, read) => read(`dictionary-${number}.txt`);

/**
 * The fragment of a link that holds some files; null if it would be too long.
 * @param {File[]} files
 * @param {(name: string) => Promise<Uint8Array>} read reads a file of the playground
 * @returns {Promise<string | null>}
 */
export async function linkOf(files, read) {
  const bytes = new TextEncoder().encode(files.map(({ name, text }) => `${name}\n${text}`).join("\0"));
  const made = await Promise.all(
    DICTIONARIES.map(async (number) => {
      const packed = deflateSync(bytes, { level: 9, mem: 12, dictionary: await dictionary(number, read) });
      return `${number}.${btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""))}`;
    }),
  );
  const [shortest] = made.sort((one, other) => one.length - other.length);
  const link = shortest.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return link.length > MOST_CHARACTERS ? null : link;
}

/**
 * The files in the fragment of a link.
 * @param {string} fragment without the `#`
 * @param {(name: string) => Promise<Uint8Array>} read
 * @returns {Promise<File[]>} at least one. Raises BrokenLink.
 */
export async function filesOf(fragment, read) {
  const [, number, packed] = /^(\d)\.([\w-]+)$/.exec(fragment) ?? [];
  if (!packed || fragment.length > MOST_CHARACTERS || !DICTIONARIES.includes(Number(number))) throw new BrokenLink();
  const known = await dictionary(Number(number), read);
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    // More than fits raises a RangeError, so a small link cannot fill the memory.
    const found = inflateSync(bytes, { dictionary: known, out: new Uint8Array(MOST_BYTES) });
    const files = new TextDecoder("utf-8", { fatal: true }).decode(found).split("\0").map(split);
    const names = new Set(files.map(({ name }) => name));
    if (names.size !== files.length || files.length > MOST_FILES || !files.every(({ name }) => isName(name))) throw new BrokenLink();
    return files;
  } catch {
    throw new BrokenLink();
  }
}

function split(part) {
  const end = part.indexOf("\n");
  return { name: part.slice(0, Math.max(end, 0)), text: part.slice(end + 1) };
}

const isName = (name) => name.length <= 100 && NAME.test(name) && !name.split("/").some((one) => one.startsWith("."));

/** @typedef {{ name: string, title: string, lines: number, characters: number, extends: string, changes: string[] }} About */

/**
 * What can be told of a file without running it: found by looking at its lines, for nothing of a stranger's file is
 * parsed before somebody wants it.
 * @param {File} file
 * @param {string} language of the title, if the file has it
 * @returns {About}
 */
export function about({ name, text }, language) {
  const lines = text.split("\n");
  const head = (key) => shown((lines.find((line) => line.startsWith(`${key}:`)) ?? "").slice(key.length + 1));
  const title = head("title");
  const own = new RegExp(`\\b${language}: *("[^"]*"|'[^']*'|[^,}]*)`).exec(title)?.[1] ?? title;
  const changes = lines.map((line) => /^ {1,2}([\w.]+):/.exec(line)?.[1]).filter(Boolean);
  return {
    name,
    title: own.trim().replace(/^(["'])(.*)\1$/, "$2") || head("game") || head("variant") || name,
    lines: lines.length,
    characters: text.length,
    extends: head("extends"),
    changes: head("extends") ? /** @type {string[]} */ (changes) : [],
  };
}

/** A text of a stranger as it may be shown in a line: without what turns the direction of writing, hides, or takes room. */
function shown(text) {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, "").replace(/\p{M}{3,}/gu, "").trim();
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain;
}
