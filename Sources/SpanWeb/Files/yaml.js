// Reads the YAML that openapi.yaml is written in: maps and lists by indentation or in brackets, plain and quoted words, and
// block text (`|`, `>`). No anchors, tags or several documents.

/** @returns objects, lists, strings, numbers, booleans and null. */
export function parseYAML(text) {
  const lines = text.split("\n").map((line, number) => ({ number: number + 1, indent: line.search(/\S|$/), text: line.trim() }));
  return new Blocks(lines).node(0);
}

/** Structure by indentation. */
class Blocks {
  #lines;
  #next = 0;

  constructor(lines) {
    this.#lines = lines;
  }

  /** The line that is read next, past blank ones and comments. */
  #line() {
    while (this.#next < this.#lines.length) {
      const line = this.#lines[this.#next];
      if (line.text !== "" && !line.text.startsWith("#")) return line;
      this.#next++;
    }
    return null;
  }

  /** What stands at this indentation or deeper. */
  node(indent) {
    const line = this.#line();
    if (!line || line.indent < indent) return null;
    if (isItem(line.text)) return this.#list(line.indent);
    if (splitKey(line.text)) return this.#map(line.indent);
    this.#next++;
    return this.#value(line.text, line.indent);
  }

  #list(indent) {
    const list = [];
    for (let line = this.#line(); line?.indent === indent && isItem(line.text); line = this.#line()) {
      const rest = line.text.slice(1).trimStart();
      // An entry that begins a map: its first key stands as deep as the others.
      if (splitKey(rest)) {
        line.indent += line.text.length - rest.length;
        line.text = rest;
        list.push(this.#map(line.indent));
      } else {
        this.#next++;
        list.push(rest === "" ? this.node(indent + 1) : this.#value(rest, indent));
      }
    }
    return list;
  }

  #map(indent) {
    const map = {};
    for (let line = this.#line(); line?.indent === indent && !isItem(line.text); line = this.#line()) {
      const pair = splitKey(line.text);
      if (!pair) throw new SyntaxError(`line ${line.number}: neither a key nor an entry: ${line.text}`);
      this.#next++;
      map[pair.key] = pair.rest === "" ? this.#child(indent) : this.#value(pair.rest, indent);
    }
    return map;
  }

  /** Below a key: deeper, or a list as deep as the key. */
  #child(indent) {
    const line = this.#line();
    return line && line.indent === indent && isItem(line.text) ? this.#list(indent) : this.node(indent + 1);
  }

  #value(rest, indent) {
    if (/^[|>][-+]?$/.test(rest)) return this.#blockText(indent, rest.startsWith(">"), rest.endsWith("-"));
    let text = rest;
    // Brackets may go on over several lines.
    while (/^[[{]/.test(text) && !isBalanced(text)) text += ` ${this.#lines[this.#next++].text}`;
    return new Flow(text).whole();
  }

  #blockText(indent, isFolded, isStripped) {
    const taken = [];
    let depth;
    for (; this.#next < this.#lines.length; this.#next++) {
      const line = this.#lines[this.#next];
      if (line.text !== "" && line.indent <= indent) break;
      if (line.text !== "") depth ??= line.indent;
      taken.push(line.text === "" ? "" : " ".repeat(line.indent - depth) + line.text);
    }
    while (taken.at(-1) === "") taken.pop();
    const text = taken.join("\n");
    // A line end is a blank, and those of empty lines stay.
    return (isFolded ? text.replace(/\n(\n*)/g, (_, more) => more || " ") : text) + (isStripped ? "" : "\n");
  }
}

const isItem = (text) => text === "-" || text.startsWith("- ");

/** `key: rest`, the key perhaps in quotes. */
function splitKey(text) {
  const match = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"'[{#][^"]*?)):(?:\s+(.*))?$/.exec(text);
  return match && { key: match[1] ?? match[2] ?? match[3], rest: withoutComment(match[4] ?? "") };
}

/** A `#` behind a blank begins a comment, outside of quotes. */
function withoutComment(text) {
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    if (quote) {
      if (text[i] === "\\" && quote === '"') i++;
      else if (text[i] === quote) quote = "";
    } else if (/["']/.test(text[i]) && (i === 0 || /[\s[{,]/.test(text[i - 1]))) quote = text[i];
    else if (text[i] === "#" && (i === 0 || text[i - 1] === " ")) return text.slice(0, i).trimEnd();
  }
  return text;
}

function isBalanced(text) {
  let depth = 0;
  for (const part of text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[[\]{}]/g) ?? []) {
    if ("[{".includes(part)) depth++;
    if ("]}".includes(part)) depth--;
  }
  return depth === 0;
}

/** Values in one line: brackets, quotes, plain words. */
class Flow {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  whole() {
    // At the top a plain word may hold commas and brackets.
    return /^[[{"']/.test(this.#text) ? this.#value() : plain(this.#text);
  }

  #value() {
    switch (this.#peek()) {
      case "{": return this.#braces();
      case "[": return this.#brackets();
      case '"': case "'": return this.#quoted();
      default: return plain(this.#take(/[^,\]}]*/y).trim());
    }
  }

  #braces() {
    const map = {};
    this.#at++;
    while (this.#peek() !== "}") {
      const key = /["']/.test(this.#peek()) ? this.#quoted() : this.#take(/[^:,}]*/y).trim();
      this.#peek();
      this.#at++;
      map[key] = this.#value();
      if (this.#peek() === ",") this.#at++;
    }
    this.#at++;
    return map;
  }

  #brackets() {
    const list = [];
    this.#at++;
    while (this.#peek() !== "]") {
      list.push(this.#value());
      if (this.#peek() === ",") this.#at++;
    }
    this.#at++;
    return list;
  }

  #quoted() {
    if (this.#peek() === "'") return this.#take(/'(?:[^']|'')*'/y).slice(1, -1).replaceAll("''", "'");
    return JSON.parse(this.#take(/"(?:[^"\\]|\\.)*"/y));
  }

  /** What comes next, past blanks. */
  #peek() {
    while (this.#text[this.#at] === " ") this.#at++;
    if (this.#at >= this.#text.length) throw new SyntaxError(`ends too early: ${this.#text}`);
    return this.#text[this.#at];
  }

  #take(pattern) {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [""];
    this.#at += found.length;
    return found;
  }
}

/** YAML 1.2, core schema. */
function plain(text) {
  if (text === "" || text === "null" || text === "~") return null;
  if (text === "true" || text === "false") return text === "true";
  if (!/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return text;
  const number = Number(text);
  // Whole numbers that a double cannot hold stay as they are written.
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(number) ? text : number;
}
