/**
 * The text of a member of a JSON object, as it was sent; of one that stands twice the last, as JSON.parse has it. Null:
 * there is none. `text` must be the valid JSON of an object: nothing is checked here, because this runs for every
 * heartbeat.
 */
export function memberText(text: string, name: string): string | null {
  let found: string | null = null;
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const start = skipSpace(text, text.indexOf(':', nameEnd) + 1);
    const end = endOfValue(text, start);
    if (isNamed(text.slice(at, nameEnd), name)) found = text.slice(start, end);
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

function isNamed(quoted: string, name: string): boolean {
  return quoted.includes('\\') ? JSON.parse(quoted) === name : quoted.slice(1, -1) === name;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at++;
  return at;
}

/** Behind the closing quote of the text that opens at `from`. */
function endOfString(text: string, from: number): number {
  let at = from;
  do at = text.indexOf('"', at + 1);
  while (isEscaped(text, at));
  return at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfString(text, from);
  if (first === '{' || first === '[') return endOfNest(text, from);
  let at = from;
  while (!' \t\n\r,}'.includes(text[at] ?? '}')) at++;
  return at;
}

/** Behind the bracket that closes the one at `from`. */
function endOfNest(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    at++;
  } while (depth > 0);
  return at;
}
