import { oneLine } from '../../one-line.ts';
import type { Look } from './look.ts';

/** Well: it answers 2xx in time. A redirect is none: what it leads to may be well while the watched thing is not. */
export async function lookAtUrl(url: URL, timeoutMs: number, signal: AbortSignal): Promise<Look> {
  const asked = `GET ${url.origin}${url.pathname}`;
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([late, signal]) });
    await reply.body?.cancel();
    return { isWell: reply.ok, saw: `${asked} answered ${reply.status}` };
  } catch (error) {
    if (late.aborted) return { isWell: false, saw: `${asked} did not answer within ${timeoutMs} ms` };
    return { isWell: false, saw: `${asked}: ${oneLine(innermost(error))}` };
  }
}

/** `fetch failed` says nothing; what it was caused by does. */
function innermost(error: unknown): string {
  let reason = error;
  while (reason instanceof Error && reason.cause !== undefined) reason = reason.cause;
  if (!(reason instanceof Error)) return String(reason);
  // Several addresses that were tried have one reason each, and no message.
  return reason.message || ((reason as NodeJS.ErrnoException).code ?? reason.name);
}
