import { formatDuration } from '../../../domain/duration.ts';
import type { PageState } from '../../../domain/status-page/page-state.ts';
import type { PublicIncident, PublicMaintenance, PublicPage } from '../../schemas/status-page.ts';

/** What a component is, and several of them are. */
const words: Record<PageState, string> = {
  down: 'down',
  degraded: 'degraded',
  unknown: 'unknown',
  recovering: 'recovering',
  maintenance: 'under maintenance',
  notWatched: 'not watched',
  operational: 'operational',
};

const updates: Record<PublicIncident['updates'][number]['kind'], string> = {
  down: 'Down',
  note: 'Note',
  recovering: 'Works again; we are watching it',
  resolved: 'Resolved',
};

/** What a page says, in words. */
export const pageWords = {
  state: (state: PageState): string => capital(words[state]),

  update: (kind: PublicIncident['updates'][number]['kind']): string => updates[kind],

  /** The page in one sentence. */
  headline({ state, groups, unknownSince }: PublicPage): string {
    if (unknownSince !== null) return `Nothing is known since ${pageWords.time(unknownSince)}`;
    const all = groups.flatMap(({ components }) => components);
    const some = all.filter((component) => component.state === state);
    const [first] = some;
    const isOne = some.length === 1;
    const which = isOne
      ? (first?.name ?? '')
      : some.length === all.length
        ? 'all systems'
        : `${some.length} systems`;
    if (state === 'unknown') return `The state of ${which} is unknown`;
    return `${isOne ? which : capital(which)} ${isOne ? 'is' : 'are'} ${words[state]}`;
  },

  incident({ components, state, startedAt, resolvedAt }: PublicIncident): string {
    const names = listed(components);
    const [is, was] = components.length > 1 ? ['are', 'were'] : ['is', 'was'];
    if (state === 'open') return `${names} ${is} down`;
    if (state === 'recovering' || resolvedAt === null) return `${names} ${was} down and ${is} recovering`;
    return `${names} ${was} down on ${startedAt.slice(0, 10)}`;
  },

  maintenance: ({ components, isRunning }: PublicMaintenance): string =>
    `${isRunning ? 'Maintenance' : 'Planned maintenance'} of ${listed(components)}`,

  /** From when to when, as short as it can be said. */
  span({ startsAt, endsAt }: PublicMaintenance): string {
    if (endsAt === null) return `from ${pageWords.time(startsAt)}`;
    const lasts = formatDuration(Date.parse(endsAt) - Date.parse(startsAt));
    return `${startsAt.slice(0, 16).replace('T', ' ')} to ${pageWords.time(endsAt)} (${lasts})`;
  },

  /** `2026-11-22 22:41 UTC`. */
  time: (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`,

  /** Never rounded up: 100 % means that there was no outage. */
  share: (ratio: number): string =>
    `${ratio === 1 ? '100' : (Math.floor(ratio * 10_000) / 100).toFixed(2)} %`,
} as const;

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? 'A system';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
