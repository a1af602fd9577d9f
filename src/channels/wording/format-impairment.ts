import { formatDuration } from '../../domain/duration.ts';
import type { ImpairmentCause } from '../../domain/impairment.ts';
import type { ImpairmentMessage } from '../../domain/messages.ts';
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
  'channel-locked': 'Channel without its secrets',
  'key-quota': 'Key near its limit',
};

/** The words for what the monitor says of itself. */
export function formatImpairment(message: ImpairmentMessage): Wording {
  return message.failingChannelId === undefined
    ? formatWhole(message)
    : formatChannel(message, cleanText(message.failingChannelId));
}

/** Of one channel that fails while other things are wrong too. */
function formatChannel({ kind, sinceMs, endedAtMs, reasons }: ImpairmentMessage, channelId: string): Wording {
  const since = formatMoment(sinceMs);
  const length = formatDuration(Math.max(0, (endedAtMs ?? sinceMs) - sinceMs));
  const shared = {
    topic: `Channel ${channelId} fails since ${since}`,
    facts: [
      { name: 'Failing since', value: since },
      ...reasons.map(({ detail }) => ({ name: 'Found', value: cleanText(detail, 1000) })),
    ],
    lastSeen: [],
    linkText: 'Open the monitor',
  };
  if (kind === 'impaired')
    return {
      ...shared,
      subject: `[Impaired] Service Monitor: channel ${channelId} fails`,
      summary: `Messages to the channel ${channelId} do not get through. The next message comes when it works again.`,
    };
  return {
    ...shared,
    subject: `[Healthy] Service Monitor: channel ${channelId} works again after ${length}`,
    summary: `Messages to the channel ${channelId} get through again, after ${length}.`,
  };
}

function formatWhole({ kind, sinceMs, endedAtMs, reasons }: ImpairmentMessage): Wording {
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
    const isOnlyChannels = reasons.every(({ cause }) => cause === 'channel-failing');
    const doubt = isOnlyChannels
      ? `Messages to a channel do not get through since ${since}; statuses and incidents are right.`
      : `The monitor cannot be fully trusted since ${since}.`;
    return {
      ...shared,
      subject: `[Impaired] Service Monitor: ${what}`,
      summary: `${doubt} The next message comes when it is healthy again.`,
    };
  }
  const length = formatDuration(Math.max(0, (endedAtMs ?? sinceMs) - sinceMs));
  return {
    ...shared,
    subject: `[Healthy] Service Monitor: healthy again after ${length}`,
    summary: `The monitor is healthy again; it was impaired for ${length} (${what}).`,
  };
}
