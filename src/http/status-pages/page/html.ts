/** HTML in which nothing is left to escape. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | Html | readonly Html[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes HTML of a template: each value in it is escaped, unless it is HTML already; null is nothing. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(template.reduce((text, after, i) => `${text}${toText(parts[i - 1] ?? null)}${after}`));
}

/** Most texts hold nothing of this. A page has thousands of them: to replace in each would take its node a second. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const special = /[&<>"'\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/;

/** A text as HTML and XML may hold it; XML has no place for some characters, not even escaped. */
export function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(/[^\P{Cc}\n\t]|[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function toText(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'number') return String(part);
  return typeof part === 'string' ? escapeText(part) : part.map(({ text }) => text).join('');
}
