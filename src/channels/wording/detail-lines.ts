import type { Wording } from './wording.ts';

/** What follows the first sentence, one line each: the facts, and what the instances sent last. */
export function detailLines({ facts, lastSeen }: Pick<Wording, 'facts' | 'lastSeen'>): string[] {
  return [
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...lastSeen.flatMap(({ instance, facts: metrics }) => [
      `Last from ${instance}`,
      ...(metrics.length === 0 ? ['no metrics'] : metrics.map(({ name, value }) => `${name}: ${value}`)),
    ]),
  ];
}
