import { z } from 'zod';
import type { ChannelSchema } from '../channel-kind.ts';

/** The fields of a kind that are secret, or have something secret in them. */
export function secretFields(schema: ChannelSchema): string[] {
  return fieldsWith(schema, 'secret');
}

/** The fields of a kind that name files of this machine. */
export function fileFields(schema: ChannelSchema): string[] {
  return fieldsWith(schema, 'isLocalFile');
}

interface Described {
  properties?: Record<string, unknown>;
}

/** In the form in which docs/channels.md describes the fields too: what is marked anywhere in a field marks all of it. */
function fieldsWith(schema: ChannelSchema, mark: string): string[] {
  const { properties = {} } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Described;
  return Object.entries(properties).flatMap(([name, field]) => (isMarked(field, mark) ? [name] : []));
}

function isMarked(value: unknown, mark: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    (value as Record<string, unknown>)[mark] === true ||
    Object.values(value).some((part) => isMarked(part, mark))
  );
}
