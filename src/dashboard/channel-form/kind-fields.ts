import type { ChannelKind } from '../monitor/wire-types.ts';

/** How a value is asked for. */
export type Control =
  | 'text'
  | 'number'
  | 'switch'
  | 'choice'
  /** A text with line breaks. */
  | 'long'
  /** A list: one value a line. */
  | 'lines'
  /** Names with values: one `name: value` a line. */
  | 'pairs';

/** One field of a form for a channel. */
export interface KindField {
  /** Its name, with that of the field it is in: `oauth2`, `tokenUrl`. */
  path: readonly string[];
  label: string;
  hint: string;
  control: Control;
  isRequired: boolean;
  isSecret: boolean;
  /** What counts if nothing is given. */
  usual: string;
  options: readonly string[];
}

/** As much of a JSON Schema as the kinds of channels use. */
interface Schema {
  type?: unknown;
  description?: unknown;
  default?: unknown;
  enum?: unknown;
  properties?: unknown;
  required?: unknown;
  maxLength?: unknown;
}

/** Every channel has them, and the form has controls of its own for them. */
const common = new Set(['events', 'limit']);

/** The fields of a kind, from its schema; what a later version adds is asked for as a text. */
export function kindFields({ schema, secrets }: Pick<ChannelKind, 'schema' | 'secrets'>): KindField[] {
  const own = fieldsIn(schema, []).filter(({ path: [first = ''] }) => !common.has(first));
  // Words of one's own are what people need last.
  return [
    ...own.filter(({ control }) => control !== 'long'),
    ...own.filter(({ control }) => control === 'long'),
  ];

  function fieldsIn(of: Schema, above: readonly string[]): KindField[] {
    const required = Array.isArray(of.required) ? of.required : [];
    return Object.entries((of.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
      const path = [...above, name];
      if (field.properties !== undefined && above.length === 0) return fieldsIn(field, path);
      return {
        path,
        label: path.map(labelOf).join(': '),
        hint: hintOf(field),
        control: controlOf(name, field),
        // One within another is needed only where that one is given: the monitor says so.
        isRequired: above.length === 0 && required.includes(name),
        isSecret: secrets.includes(path[0] ?? name),
        usual: ['string', 'number'].includes(typeof field.default) ? String(field.default) : '',
        options: Array.isArray(field.enum) ? field.enum.map(String) : [],
      };
    });
  }
}

function controlOf(name: string, { type, enum: options, maxLength }: Schema): Control {
  if (Array.isArray(options)) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return 'lines';
  if (type === 'object') return 'pairs';
  return name !== 'url' && typeof maxLength === 'number' && maxLength >= 4_000 ? 'long' : 'text';
}

function hintOf({ type, description }: Schema): string {
  const hint = typeof description === 'string' ? description : '';
  if (type === 'array') return `${hint} One on each line.`.trim();
  return type === 'object' ? `${hint} One on each line, as \`name: value\`.`.trim() : hint;
}

const words: Record<string, string> = { url: 'URL', api: 'API', tls: 'TLS', oauth2: 'OAuth 2.0' };

/** `signingSecret` is "Signing secret". */
function labelOf(name: string): string {
  const label = name
    .split(/(?=[A-Z])/)
    .map((part) => words[part.toLowerCase()] ?? part.toLowerCase())
    .join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
