import { z } from 'zod';
import { isLabelName, type Labels } from '../../domain/labels.ts';
import { text } from './text.ts';

const mostFilters = 5;
const one = text.glob.refine(
  (given) => isLabelName(given.split(':')[0] ?? '') && given.includes(':'),
  'must be a label and its value, such as team:shop',
);

/** Which labels are wanted, as the query says it: `label=team:shop`, once or several times. */
export const labelFilter = z
  .union([one, z.array(one).max(mostFilters)])
  .meta({ description: 'A label and a glob of its value, such as team:shop; several: all have to match' })
  .transform((given): Labels => Object.fromEntries([given].flat().map(split)));

function split(given: string): [string, string] {
  const at = given.indexOf(':');
  return [given.slice(0, at), given.slice(at + 1)];
}
