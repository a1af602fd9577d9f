import type { Wording } from './wording.ts';

/** What follows the first sentence, one line each: the facts, what a digest names, and what the instances sent last. */
export function detailLines({
  lines = [],
  facts,
  links = [],
  lastSeen,
}: Pick<Wording, 'lines' | 'facts' | 'links' | 'lastSeen'>): string[] {
  return [
    ...lines,
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    // Texts from outside stand here as they are, without a link in them: the message leads to the list.
    ...links.map(({ text }) => text),
    ...lastSeen.flatMap(({ instance, facts: metrics }) => [
      `Last from ${instance}`,
      ...(metrics.length === 0 ? ['no metrics'] : metrics.map(({ name, value }) => `${name}: ${value}`)),
    ]),
  ];
}
