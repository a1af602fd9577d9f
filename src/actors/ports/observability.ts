import type { ServiceName } from '../../domain/policy.ts';
import type { InstanceStatus } from '../../domain/status.ts';

/** Tells the operator of what went wrong and was survived. `plain` among the fields is all that people in a terminal read of the line. */
export interface Log {
  /** Absent where nobody reads that much. */
  debug?(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the actors count; each is one metric. */
export interface Meter {
  transition(status: InstanceStatus, latenessMs: number, of: ServiceName): void;
  repaired(what: 'instance' | 'service' | 'delivery', count: number): void;
  notified(
    channelType: string,
    outcome: 'sent' | 'retried' | 'dead' | 'suppressed' | 'held' | 'folded',
  ): void;
  delivered(channelType: string, delayMs: number): void;
  incident(kind: string, of: ServiceName): void;
  eventLag(group: string, lagMs: number): void;
}

/** What is counted of outage groups. */
export interface GroupMeter {
  group(event: 'opened' | 'ended'): void;
  /** A message that is part of that of a group. */
  folded(): void;
}

/** What is counted where a request comes in. */
export interface HttpMeter {
  heartbeat(result: 'ok' | 'unknown-instance' | 'unavailable' | 'refused'): void;
  registration(result: 'created' | 'updated' | 'returned' | 'refused' | 'over-quota'): void;
  failedAuthentication(result: 'unauthorized' | 'rate-limited'): void;
  request(method: string, route: string, status: number, seconds: number): void;
}

/** What is counted of the streams of `GET /api/events`. */
export interface LiveMeter {
  /** How many are open now. */
  open(count: number): void;
  /** Changes that were written to one of them. */
  told(count: number): void;
  /** A subscriber has to read lists again. */
  reset(because: 'begin' | 'unknown-position' | 'too-slow' | 'maintenance' | 'outage-groups'): void;
  ended(reason: 'left' | 'too-slow' | 'key' | 'redis' | 'shutdown'): void;
  refused(reason: 'node-full' | 'key-full'): void;
}

/** What is counted of people who sign in. */
export interface SignInMeter {
  signIn(
    outcome:
      | ('begun' | 'succeeded' | 'signed-out' | 'no-access' | 'declined' | 'refused')
      | ('unavailable' | 'rate-limited' | 'no-store'),
  ): void;
  /** A request with the cookie of a session was turned away. */
  refusedSession(reason: 'unknown' | 'expired' | 'settings' | 'no-access' | 'other-site'): void;
  /** Whether the provider did not answer as it should when it was asked last. */
  providerFails(fails: boolean): void;
}

/** A request of an instance that was answered. */
export interface AnsweredRequest {
  method: string;
  route: string;
  scheme: string;
  status: number;
  durationMs: number;
  /** With the caller's trace, if it has one. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As far as the answer tells. */
  about: { serviceId?: string; serviceName?: string; environment?: string; instanceId?: string };
  /** Whether there are so many of these that most are left out. */
  isRoutine: boolean;
}

export type TraceRequest = (answered: AnsweredRequest) => void;
