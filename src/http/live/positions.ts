import type { FeedPosition } from '../../actors/ports/event-feed.ts';
import type { CursorSeal } from '../cursor-seal.ts';

/** How far a subscriber was told, on any node: the events, and what is no event. */
export interface Position {
  events: FeedPosition;
  /** Another text whenever an outage group, or what maintenance holds, changed. */
  groups: string;
  maintenance: string;
}

/** Positions as ids of an event stream. They are sealed: one says when something changed that its reader must not know. */
export interface Positions {
  toId(position: Position): string;
  /** Null: this is no id of ours. */
  ofId(text: string): Position | null;
}

const list = 'events';

export function createPositions(seal: CursorSeal): Positions {
  return {
    toId: ({ groups, maintenance, events }) =>
      seal.close(list, [groups, maintenance, ...events.map(shorten)].join(' ')),

    ofId(text) {
      const [groups, maintenance, ...events] = seal.open(list, text)?.split(' ') ?? [];
      if (groups === undefined || maintenance === undefined) return null;
      return { groups, maintenance, events: events.map(lengthen) };
    },
  };
}

/** `1763800000000-3` as `mhp2k3r4-3`: both parts in base 36. */
function shorten(entryId: string): string {
  return entryId
    .split('-')
    .map((part) => Number(part).toString(36))
    .join('-');
}

function lengthen(short: string): string {
  return short
    .split('-')
    .map((part) => Number.parseInt(part, 36))
    .join('-');
}
