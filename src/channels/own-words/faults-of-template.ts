import { z } from 'zod';
import { nearestWord } from '../../domain/nearest-word.ts';
import { exampleMessages } from './example-messages.ts';
import { liquidEngine, type ReadTemplate } from './liquid-engine.ts';
import { renderWords, type TemplateField } from './render-words.ts';
import { templateValues } from './template-values.ts';

const known = Object.keys(templateValues.shape);

/** What is wrong with a template, each with its line: it cannot be read, uses what there is not, or fails for a message of some kind. */
export function faultsOfTemplate(field: TemplateField, text: string): string[] {
  const template = readTemplate(text);
  if ('fault' in template) return [template.fault];
  const unknown = template.uses.flatMap(faultOfUse);
  if (unknown.length > 0) return unknown;
  // All kinds say the same in most cases: the first one that fails is enough to mend it.
  for (const message of exampleMessages()) {
    const outcome = renderWords({ [field]: template }, message, 'example');
    if (outcome.kind === 'failed')
      return [`fails for a message of the kind ${message.kind}: ${outcome.because}`];
  }
  return [];
}

function readTemplate(text: string): ReadTemplate | { fault: string } {
  try {
    return liquidEngine().read(text);
  } catch (error) {
    return { fault: formatFault(error) };
  }
}

/** `line 2: undefined filter: upcse; did you mean upcase?` */
function formatFault(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const [, what = first, line] = /^(.*), line:(\d+), col:\d+$/.exec(first) ?? [];
  const filter = /^undefined filter: (\S+)$/.exec(what)?.[1];
  const hint = filter === undefined ? '' : hintOf(filter, liquidEngine().filters);
  return `${line === undefined ? '' : `line ${line}: `}${what}${hint}`;
}

function faultOfUse({ path, line }: ReadTemplate['uses'][number]): string[] {
  const [name = '', inner] = path;
  if (!known.includes(name))
    return [`line ${line}: there is no value "${name}"${hintOf(name, known)}; there are ${known.join(', ')}`];
  const fields = fieldsOf(name);
  if (inner === undefined || fields === null || fields.includes(inner)) return [];
  return [`line ${line}: "${name}" has no "${inner}"${hintOf(inner, fields)}; it has ${fields.join(', ')}`];
}

/** What stands in a value; null: it is a text, a list, or has any names. */
function fieldsOf(name: string): string[] | null {
  const schema: unknown = templateValues.shape[name as keyof typeof templateValues.shape];
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : null;
}

function hintOf(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words);
  return nearest === null ? '' : `: did you mean "${nearest}"?`;
}
