// The little Markdown in which words are explained, as elements: paragraphs, code, bold, lists. Texts stay texts.

const INSIDE = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;

/** @param {string} text */
export function markdown(text) {
  const made = document.createElement("div");
  for (const block of text.split(/\n{2,}|(?=```)/)) {
    const code = /^```\w*\n([\s\S]*?)\n?(?:```|$)/.exec(block);
    if (code) made.append(wrapped("pre", wrapped("code", code[1])));
    else if (/^- /.test(block)) made.append(wrapped("ul", ...block.split("\n").map((line) => wrapped("li", ...inline(line.replace(/^- /, ""))))));
    else if (block.replace("```", "").trim()) made.append(wrapped("p", ...inline(block.replace("```", "").trim())));
  }
  return made;
}

function wrapped(tag, ...inside) {
  const made = document.createElement(tag);
  made.append(...inside);
  return made;
}

function inline(text) {
  const made = [];
  let end = 0;
  for (const match of text.matchAll(INSIDE)) {
    made.push(text.slice(end, match.index));
    if (match[1]) made.push(wrapped("b", match[1]));
    else if (match[2]) made.push(wrapped("code", match[2]));
    else made.push(match[3]);
    end = match.index + match[0].length;
  }
  return [...made, text.slice(end)];
}
