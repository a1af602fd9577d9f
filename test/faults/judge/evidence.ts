import type { MemberTruth } from '../../../bench/support/start-fleet.ts';
import type { IncidentReply, NotificationReply } from '../../support/api-client.ts';
import type { Allowances } from '../fault-case.ts';
import type { AwayWindow, Silence } from '../stage/history.ts';
import type { Times } from '../stage/stage-options.ts';
import type { Arrival } from '../stage/start-sink.ts';
import type { SeenEvent } from '../stage/watch-events.ts';

/** All details of a case when it is over: the truth on one side, what the monitor said on the other. */
export interface Evidence {
  times: Times;
  allows: Allowances;
  channels: string[];
  members: MemberTruth[];
  silences: readonly Silence[];
  windows: readonly AwayWindow[];
  interruptions: readonly number[];
  events: readonly SeenEvent[];
  incidents: IncidentReply[];
  rows: NotificationReply[];
  arrivals: readonly Arrival[];
  /** `instanceId:receivedAtMs` of every heartbeat that Redis ever wrote to its disk; null: not to be known here. */
  stored: ReadonlySet<string> | null;
  /** How much later than promised something may be on this machine, as busy as it was. */
  slackMs: number;
}

/** What a part of the judge found. */
export interface Findings {
  /** Each a sentence. */
  mistakes: { kind: MistakeKind; text: string }[];
}

export type MistakeKind =
  | 'false'
  | 'missed'
  | 'late'
  | 'lost'
  | 'doubled'
  | 'unstored'
  | 'slow answer'
  | 'other';
