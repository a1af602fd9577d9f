import type { MonitorStatus } from './monitor-status.ts';

/** What became of the first registration. The promise of it never rejects. */
export type Registration =
  | { kind: 'registered'; serviceId: string; instanceId: string }
  | { kind: 'idle'; reason: string }
  | { kind: 'stopped' };

/** What became of the graceful stop. */
export type StopOutcome =
  /** The monitor knows: no outage. */
  | { kind: 'stopped' }
  /** There was nothing to take back. */
  | { kind: 'not-registered' }
  /** The process ends by a fault: it is not taken back, and the monitor will find the instance silent. */
  | { kind: 'withheld'; reason: string }
  /** The monitor did not hear it in time and will find the instance silent. */
  | { kind: 'unheard'; reason: string };

/** A request or a response of `node:http`, `node:http2` or a framework on top of them. */
export interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

/** What the SDK wants to know of a server. `node:net`, `http`, `https` and `http2` servers all fit. */
export interface ListeningServer {
  address(): string | { address: string; port: number } | null;
}

/** The SDK at work. No method throws or rejects. */
export interface MonitorHandle {
  /** Settles after the first registration. Asking for it keeps the process alive until then, for 30 s at most. */
  readonly registered: Promise<Registration>;
  /** The UUID that the monitor gave; null before registration. */
  readonly instanceId: string | null;
  status(): MonitorStatus;
  /** Ends the heartbeats and, unless the process ends by a fault, tells the monitor that this is no outage. May be called again. */
  stop(options?: { timeoutMs?: number | undefined }): Promise<StopOutcome>;
  /** Counts a request that Node's diagnostics channel does not tell of (HTTP/2). One that was counted is not counted again. */
  trackRequest(request: object, response: Closable): void;
  /** Names the server to report, when it listened before `addMonitor` was called. */
  useServer(server: ListeningServer, framework?: string): void;
}
