import { formatDuration } from '../../domain/duration.ts';
import type { ImpairmentCause } from '../../domain/impairment.ts';
import type { ImpairmentMessage } from '../../domain/notification.ts';
import { cleanText } from './clean-text.ts';
import { formatMoment } from './fact.ts';
import type { Wording } from './wording.ts';

const names: Record<ImpairmentCause, string> = {
  blind: 'Blind',
  'state-lost': 'State lost',
  'channel-failing': 'Channel failing',
  'sweeper-repairing': 'Sweep repairing',
  'redis-memory': 'Redis memory',
  'config-differs': 'Settings differ',
  'config-refused': 'Configuration refused',
  'key-quota': 'Key near its limit',
};

/** The words for what the monitor says of itself. */
export function formatImpairment({ kind, sinceMs, endedAtMs, reasons }: ImpairmentMessage): Wording {
  const since = formatMoment(sinceMs);
  const what = reasons.map(({ cause }) => names[cause].toLowerCase()).join(', ');
  const facts = [
    { name: 'Impaired since', value: since },
    ...(endedAtMs === null ? [] : [{ name: 'Healthy since', value: formatMoment(endedAtMs) }]),
    ...reasons.map(({ cause, detail }) => ({ name: names[cause], value: cleanText(detail, 1000) })),
  ];
  const shared = {
    topic: `Service Monitor impaired since ${since}`,
    facts,
    lastSeen: [],
    linkText: 'Open the monitor',
  };
  if (kind === 'impaired') {
    return {
      ...shared,
      subject: `[Impaired] Service Monitor: ${what}`,
      summary: `The monitor cannot be fully trusted since ${since}. The next message comes when it is healthy again.`,
    };
  }
  const length = formatDuration(Math.max(0, (endedAtMs ?? sinceMs) - sinceMs));
  return {
    ...shared,
    subject: `[Healthy] Service Monitor: healthy again after ${length}`,
    summary: `The monitor is healthy again; it was impaired for ${length} (${what}).`,
  };
}
