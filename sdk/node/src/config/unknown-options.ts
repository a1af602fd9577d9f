import type { MonitorOptions } from '../monitor-options.ts';
import { oneLine } from '../one-line.ts';
import { settings } from './settings.ts';

const known = Object.keys({
  ...settings,
  ...{ health: true, metadata: true, labels: true, location: true, timeouts: true },
  ...{ logger: true, strict: true, handleSignals: true },
} satisfies Record<keyof MonitorOptions, unknown>);

/** What JavaScript gives that is no option, in one line; null: all of them are. TypeScript does not let it come to this. */
export function describeUnknownOptions(options: Readonly<Record<string, unknown>>): string | null {
  const unknown = Object.keys(options).filter(
    (name) => options[name] !== undefined && options[name] !== null && !known.includes(name),
  );
  if (unknown.length === 0) return null;
  const named = unknown.map((name) => {
    const meant = nearestTo(name);
    return meant === null ? name : `${name} (did you mean ${meant}?)`;
  });
  const [verb, it] = unknown.length === 1 ? ['is no option', 'is'] : ['are no options', 'are'];
  return oneLine(`${named.join(', ')} ${verb} of the SDK and ${it} ignored`);
}

/** The option that somebody may have meant: almost the same, or the only one of which it is a part. */
function nearestTo(name: string): string | null {
  const word = name.toLowerCase();
  const [nearest] = known
    .map((option) => ({ option, changes: letterChanges(word, option.toLowerCase()) }))
    .toSorted((one, other) => one.changes - other.changes);
  if (nearest !== undefined && nearest.changes <= Math.min(2, nearest.option.length / 3))
    return nearest.option;
  const around = known.filter((option) => word.length > 2 && option.toLowerCase().includes(word));
  return around.length === 1 ? (around[0] ?? null) : null;
}

/** How many letters must be put in, left out, replaced or swapped with the next to make one word of the other. */
function letterChanges(one: string, other: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 0; i < one.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const replaced = (before[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const swapped = isSwap ? (twoBefore[j - 1] ?? 0) + 1 : replaced;
      row.push(Math.min(replaced, swapped, (before[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    twoBefore = before;
    before = row;
  }
  return before.at(-1) ?? 0;
}
