import { readFileSync } from 'node:fs';

/** Descriptors for Redis, receivers of messages, logs and what Node itself opens. */
const reserved = 256;

/** How many connections callers may have, so that descriptors are left for Redis and for messages. */
export function mostConnections(): number {
  const limit = openFilesLimit();
  return Math.max(Math.ceil(limit / 2), limit - reserved);
}

/** Node raises its own limit to the highest that the system allows; where that cannot be read, there is none here. */
function openFilesLimit(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number.parseInt(soft, 10) || Number.MAX_SAFE_INTEGER;
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
