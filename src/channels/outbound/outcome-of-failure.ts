import { formatDuration } from '../../domain/duration.ts';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';

const reasons: Record<string, string> = {
  EAI_AGAIN: 'DNS lookup failed',
  ECONNECTION: 'closed by the receiver',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset by the receiver',
  EDNS: 'unknown host name',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'unknown host name',
  EPIPE: 'closed by the receiver',
  EPROTOCOL: 'it does not answer with SMTP',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
  UND_ERR_SOCKET: 'closed by the receiver',
};

/** What is wrong with a certificate, where that is not who signed it. */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
};

const closedHere = ['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'];

/** undici gives no dependable code to an answer that it cannot parse. */
const notHttp = 'HTTP_PARSER';

/** An attempt that ended without an answer. */
export interface Failure {
  error: unknown;
  /** `host:port`; never the path or the user, which may be secrets. */
  target: string;
  elapsedMs: number;
  signal: AbortSignal;
}

/** What a failed connection means for a message; an error that no network makes is thrown again. */
export function outcomeOfFailure({ error, target, elapsedMs, signal }: Failure): AttemptOutcome {
  if (signal.aborted) {
    const length = formatDuration(elapsedMs);
    return isTimeout(signal)
      ? retry(`no answer within ${length}`)
      : interrupted(`interrupted after ${length}`);
  }
  const code = codeOf(error);
  if (code === null) throw error;
  if (code === 'ERR_ADDRESS_BLOCKED') {
    const reason = `${target} is in a private network, which this channel may not reach: list it in MONITOR_CHANNEL_PRIVATE_NETWORKS, or move the channel to monitor.yaml`;
    return { kind: 'failed', permanent: true, reason };
  }
  if (closedHere.includes(code)) return interrupted(`no connection to ${target}: the channel is closed`);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return retry(`no answer within ${formatDuration(elapsedMs)}`);
  return retry(`no connection to ${target}: ${reasons[code] ?? formatUnusual(code)}`);
}

function formatUnusual(code: string): string {
  const fault = certificateFaults[code];
  if (fault !== undefined) return `its certificate ${fault} (${code})`;
  if (/CERT|LEAF_SIGNATURE/.test(code)) return `its certificate is not trusted (${code})`;
  if (/^(ERR_SSL|EPROTO$|ETLS)/.test(code)) return `no TLS (${code})`;
  if (code === notHttp) return 'it does not answer with HTTP';
  return code;
}

function codeOf(error: unknown): string | null {
  const { name, originalCode, code } = error as { name?: unknown; originalCode?: unknown; code?: unknown };
  if (name === 'HTTPParserError') return notHttp;
  // nodemailer names its own code first and keeps the system's as the original.
  for (const each of [originalCode, code]) {
    if (typeof each === 'string' && /^[A-Z0-9_]+$/.test(each)) return each;
  }
  return null;
}

function isTimeout(signal: AbortSignal): boolean {
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
}

function interrupted(reason: string): AttemptOutcome {
  return { kind: 'failed', permanent: false, reason, isInterrupted: true };
}

function retry(reason: string): AttemptOutcome {
  return { kind: 'failed', permanent: false, reason };
}
