import type { StatusCounts } from './roll-up-status.ts';

/** What a message is about. Recovering has none of its own: `resolved` tells it once, with the length of the outage. */
export type NotificationKind = 'down' | 'flapping' | 'resolved';

/** A message may also be a test of its channel, which is no notification: it belongs to no incident and is not kept. */
export type MessageKind = NotificationKind | 'test';

/**
 * Where a notification stands. `pending` waits for its time, `sending` is claimed by a worker until its lease ends,
 * `sent`, `dead` and `suppressed` are final.
 */
export type NotificationState = 'pending' | 'sending' | 'sent' | 'dead' | 'suppressed';

/** The last metadata that an instance sent before the message was written. */
export interface LastSeenMetrics {
  instanceKey: string;
  hostname: string | null;
  receivedAtMs: number | null;
  values: Record<string, unknown>;
}

/** Everything that a channel may say; written once when the notification is planned, so a retry says the same. */
export interface IncidentMessage {
  notificationId: string;
  incidentId: string;
  kind: MessageKind;
  serviceId: string;
  serviceName: string;
  environment: string;
  startedAtMs: number;
  detectedAtMs: number;
  recoveredAtMs: number | null;
  outageMs: number | null;
  relapses: number;
  /** Who resolved the incident by hand, if somebody did. */
  resolvedBy?: string;
  /** How many instances are in which status now. */
  instances: StatusCounts;
  /** What the instances that fell silent sent last; at most three. */
  lastMetrics: LastSeenMetrics[];
  /** The incident's page, for a person to open. */
  url: string;
}

/** One message for one incident to one channel: the delivery row. */
export interface Notification {
  notificationId: string;
  incidentId: string;
  serviceId: string;
  channelId: string;
  channelType: string;
  kind: NotificationKind;
  state: NotificationState;
  /** Why it was suppressed, or why the last attempt failed. */
  reason: string | null;
  attempts: number;
  createdAtMs: number;
  /** The message to the same channel that must be settled before this one is sent; null: none. */
  afterId: string | null;
  /** When the next attempt is due; while sending, when the lease ends. */
  nextAttemptAtMs: number | null;
  sentAtMs: number | null;
  /** When an operator had it sent again after it was dead; retries count from there. */
  replayedAtMs?: number;
  message: IncidentMessage;
}
