import type { z } from 'zod';

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of settings',
};

/** What is wrong with a value of `monitor.yaml`, as what it must be; no word of what it is, which may be a secret. */
export function wordIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'array'
        ? 'must not be an empty list'
        : sayLimit(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return sayLimit(issue.origin, 'most', issue.maximum);
    case 'unrecognized_keys':
      return `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is no setting here`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `must be ${issue.options.join(' or ')}` : undefined;
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join(', ');
    case 'invalid_format':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      // The schema words these itself.
      return undefined;
    default:
      return issue satisfies never;
  }
}

function sayLimit(origin: string, which: 'least' | 'most', limit: number | bigint): string {
  const units: Record<string, string> = { string: ' characters long', array: ' long' };
  return `must be at ${which} ${limit}${units[origin] ?? ''}`;
}
