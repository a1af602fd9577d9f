import type { Look } from './look.ts';
import { lookAtPid } from './look-at-pid.ts';
import { lookAtTcp } from './look-at-tcp.ts';
import { lookAtUrl } from './look-at-url.ts';
import type { Target } from './target.ts';

/** Looks once at what is watched. Never rejects. */
export async function lookAt(target: Target, timeoutMs: number, signal: AbortSignal): Promise<Look> {
  switch (target.kind) {
    case 'url':
      return lookAtUrl(target.url, timeoutMs, signal);
    case 'tcp':
      return lookAtTcp(target, timeoutMs, signal);
    case 'pid':
    case 'pid-file':
      return lookAtPid(target);
    default:
      return target satisfies never;
  }
}
