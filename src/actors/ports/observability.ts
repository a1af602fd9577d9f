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

/** What is counted where a request comes in. */
export interface HttpMeter {
  heartbeat(result: 'ok' | 'unknown-instance' | 'unavailable' | 'refused'): void;
  registration(result: 'created' | 'updated' | 'returned' | 'refused' | 'over-quota'): void;
  failedAuthentication(result: 'unauthorized' | 'rate-limited'): void;
  request(method: string, route: string, status: number, seconds: number): void;
}
