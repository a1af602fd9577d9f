import { acknowledgeToken } from '../acknowledge-token.ts';
import type { Notification } from '../domain/notification.ts';
import { canBeAcknowledged } from '../domain/reminding/acknowledge-link.ts';
import type { Foundation } from './foundation.ts';

/** The link of a drill; undefined: there are no links, as below. */
export function drillUrls({
  config,
  linkSecret,
}: Foundation): (drill: { drillId: string; expiresAtMs: number }) => string | undefined {
  const { publicUrl, linkLifetimeMs } = config;
  return ({ drillId, expiresAtMs }) =>
    publicUrl === null || linkLifetimeMs === 0
      ? undefined
      : `${publicUrl}/acknowledge/${acknowledgeToken.make(linkSecret.value, { notificationId: drillId, expiresAtMs })}`;
}

/**
 * The link of a message with which people acknowledge its incident; undefined: it has none. There are links only if the
 * operator says at which address people open this monitor.
 */
export function acknowledgeUrls({
  config,
  linkSecret,
}: Foundation): (row: Notification) => string | undefined {
  const { publicUrl, linkLifetimeMs } = config;
  if (publicUrl === null || linkLifetimeMs === 0) return () => undefined;
  return (row) => {
    if (!canBeAcknowledged(row)) return undefined;
    const { notificationId, createdAtMs } = row;
    const expiresAtMs = createdAtMs + linkLifetimeMs;
    // The same for each attempt: a message that is sent twice says the same.
    return `${publicUrl}/acknowledge/${acknowledgeToken.make(linkSecret.value, { notificationId, expiresAtMs })}`;
  };
}
