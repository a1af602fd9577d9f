import type { TroubleKind } from './tell-trouble.ts';

/**
 * What a message of an incident says. `recovering`: it is heard again, and watched; `flapping`: its outages are summed
 * up from now on, or what the last hour was like; `reminder`: it is still Down, and nobody has acknowledged it;
 * `escalation`: the same, to more channels; `acknowledged`: somebody works on it; `resolved`: it was on time for long enough.
 */
export type IncidentMessageKind =
  | 'down'
  | 'recovering'
  | 'flapping'
  | 'reminder'
  | 'escalation'
  | 'acknowledged'
  | 'resolved';

/** What a message of the monitor itself says: it cannot be fully trusted, or it is well again. */
export type ImpairmentMessageKind = 'impaired' | 'well';

/** What a message of an outage group says: that it goes on, or that it is over. */
export type GroupMessageKind = 'group' | 'group-over';

export type NotificationKind =
  | IncidentMessageKind
  | ImpairmentMessageKind
  | GroupMessageKind
  | TroubleKind
  | 'health'
  /** What a channel would have been told by many messages in a short time. */
  | 'digest';

/** A message may also be a test of its channel, which is no notification: it belongs to no incident and is not kept. */
export type MessageKind = NotificationKind | 'test';
