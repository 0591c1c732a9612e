// The editor: the full one where it was put in by `make studio`, else a plain one.

import { PlainEditor } from "./plain.js";

/**
 * @typedef {[number, number]} Place line and character, from 0
 * @typedef {{ from: Place, to: Place, text: string }} Edit
 * @typedef {{ from: Place, to: Place, severity: string, code: string, title: string, message: string, others: object[], fixes?: object[] }} Finding
 * @typedef {{
 *   words: Record<string, string>,
 *   ask(what: string, more: object): Promise<any>,
 *   changed(): void,
 *   jump(file: string, from: Place): void,
 *   apply(edits: Record<string, Edit[]>): void,
 *   rename(at: Place, name: string): void,
 *   save(): void,
 *   list(places: object[]): void,
 *   fix(at: Place): void,
 * }} Around
 *
 * @typedef {{
 *   isFull: boolean,
 *   readonly text: string,
 *   readonly at: Place,
 *   open(text: string, file: string): void,
 *   forget(file: string, name?: string): void,
 *   replace(text: string): void,
 *   edit(edits: Edit[]): void,
 *   show(findings: Finding[]): void,
 *   colour(found: { kinds: string[], words: number[] }): void,
 *   mark(lines: { line: number, kind: string, text: string, label: string }[]): void,
 *   reveal(from: Place, to?: Place): void,
 *   focus(): void,
 * }} Editor
 */

/**
 * @param {HTMLElement} parent
 * @param {Around} around
 * @returns {Promise<Editor>}
 */
export async function makeEditor(parent, around) {
  if (!document.querySelector("[data-full]")) return new PlainEditor(parent, around);
  const { FullEditor } = await import("./codemirror.js");
  return new FullEditor(parent, around);
}
