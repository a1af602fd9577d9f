import { z } from 'zod';

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object of named values',
  record: 'an object of named values',
};

const formats: Record<string, string> = { datetime: 'must be a time such as 2026-01-31T12:00:00Z' };

/** From now on every schema of this process says in these words what is wrong, unless it has its own. */
export function explainIssues(): void {
  z.config({ customError: explainIssue });
}

/**
 * What is wrong with a value of `monitor.yaml` or of a request, as what it must be; no word of what it is, which may be a
 * secret. Undefined: the schema words it itself.
 */
function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return formatType(issue);
    case 'too_small':
      return formatLeast(issue.origin, issue.minimum);
    case 'too_big':
      return formatLimit(issue.origin, 'most', issue.maximum);
    case 'unrecognized_keys':
      return `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is not a setting here`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `must be ${issue.options.join(' or ')}` : undefined;
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join(', ');
    case 'invalid_format':
      return formats[issue.format];
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return undefined;
    default:
      return issue satisfies never;
  }
}

function formatType({ input, expected }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const lead = input === undefined ? 'is missing: it ' : '';
  return `${lead}must be ${types[expected] ?? expected}`;
}

function formatLeast(origin: string, limit: number | bigint): string {
  if (origin === 'array') return 'must not be an empty list';
  return origin === 'string' && limit === 1 ? 'must not be empty' : formatLimit(origin, 'least', limit);
}

function formatLimit(origin: string, which: 'least' | 'most', limit: number | bigint): string {
  const units: Record<string, string> = { string: ' characters long', array: ' long' };
  return `must be at ${which} ${limit}${units[origin] ?? ''}`;
}
