import type { Message } from '../../domain/messages.ts';

/** How urgent a message is for a pager. */
export type PagerSeverity = 'critical' | 'error' | 'warning' | 'info';

/** What is not known to be less is critical. */
export function pagerSeverityOf(message: Message): PagerSeverity {
  if (message.kind === 'test') return 'info';
  if ('startedAtMs' in message) return message.severity ?? 'critical';
  if ('groupId' in message) return 'critical';
  return message.kind === 'health' || 'isOver' in message ? 'warning' : 'error';
}
