import { formatDuration } from '../domain/duration.ts';
import { describeStandIn, type StandIns } from './find-stand-ins.ts';
import { formatPublic } from './format-incident.ts';
import type { Incident, Notification } from './wire.ts';

/** One thing that happened, for people. */
export interface StoryLine {
  at: string;
  text: string;
}

type TimelineEntry = Incident['timeline'][number];

/** What people call a message of each kind. */
const messages: Record<string, string> = {
  recovering: 'recovered, watching',
  'instance-down': 'instance down',
};

/** An incident from the last heartbeat to its end, in the order of time: what was found, who was told, and why others were not. */
export function tellStory(
  incident: Incident,
  notifications: readonly Notification[],
  standIns: StandIns = new Map(),
  nowMs = Date.now(),
): StoryLine[] {
  const { startedAt, detectedAt, resolvedAt, timeline } = incident;
  let outage = 0;
  const told = timeline.map((entry) => {
    if ('to' in entry && entry.to === 'Down') outage += 1;
    return { at: entry.at, text: describeEntry(incident.serviceName, entry, outage) };
  });
  const lines = [
    { at: startedAt, text: `${incident.serviceName} was heard for the last time` },
    ...told,
    { at: detectedAt, text: `the incident was opened${describeGroup(incident)}` },
    ...notifications
      .toSorted((a, b) => compare(a.createdAt, b.createdAt))
      .map((row) => describeMessage(row, standIns, nowMs)),
    ...(resolvedAt === null ? [] : [{ at: resolvedAt, text: describeEnd(incident) }]),
  ];
  // What comes earlier here comes first of what has one time.
  return lines.toSorted((a, b) => compare(a.at, b.at));
}

function describeGroup({ outageGroup }: Incident): string {
  return outageGroup == null
    ? ''
    : `, part of ${outageGroup.cause} (outage group ${outageGroup.outageGroupId})`;
}

function describeEntry(serviceName: string, entry: TimelineEntry, outage: number): string {
  if ('action' in entry)
    return `${entry.by} ${entry.action} it${formatPublic(entry)}${entry.note === null ? '' : `: ${entry.note}`}`;
  if (entry.to === 'Down') return `${serviceName} was Down${outage > 1 ? ` again, outage ${outage}` : ''}`;
  if (entry.to === 'Recovered') return `${serviceName} was heard again`;
  return `${serviceName} became ${entry.to}`;
}

function describeEnd({ startedAt, recoveredAt, resolvedAt, outages, silentSeconds }: Incident): string {
  const endedAt = recoveredAt ?? resolvedAt ?? startedAt;
  const length = formatDuration(Date.parse(endedAt) - Date.parse(startedAt));
  const silent =
    outages > 1
      ? `: ${outages} outages in ${length}, silent for ${formatDuration(silentSeconds * 1000)}`
      : `: down for ${length}`;
  return `the incident was resolved${silent}`;
}

/** A message stands at the time at which it was sent; one that was not, at the time at which it was planned. */
function describeMessage(row: Notification, standIns: StandIns, nowMs: number): StoryLine {
  const { kind, channelId, channelType, state, reason, createdAt, sentAt } = row;
  const what = `"${messages[kind] ?? kind}"`;
  const to = `${channelId} (${channelType})`;
  const attempts = row.attempts > 1 ? `after ${row.attempts} attempts` : null;
  const answer = row.answer === null ? null : `answer: ${row.answer}`;
  const instead = describeStandIn(row, standIns);
  const say = (head: string, ...more: (string | null)[]) =>
    [head, ...more.filter((one) => one !== null)].join(', ');
  switch (state) {
    case 'sent':
      return {
        at: sentAt ?? createdAt,
        text: say(`${what} was sent to ${to}`, attempts, describeHold(row), row.routedBy, answer, reason),
      };
    case 'suppressed':
      if (typeof row.digestId === 'string')
        return { at: createdAt, text: say(`${what} to ${to} is ${reason ?? 'in a digest'}`, instead) };
      return {
        at: createdAt,
        text: [`${what} was not sent to ${to}: ${reason ?? 'no reason is known'}`, instead]
          .filter((part) => part !== null)
          .join('; '),
      };
    case 'dead':
      return { at: createdAt, text: say(`${what} to ${to} was given up`, attempts, reason, answer) };
    case 'pending':
    case 'sending': {
      return {
        at: createdAt,
        text: say(
          `${what} to ${to} is not sent yet`,
          attempts,
          reason,
          instead,
          answer,
          describeNext(row, nowMs),
        ),
      };
    }
  }
}

/** Why it came late. */
function describeHold({ heldBack }: Notification): string | null {
  if (heldBack == null || heldBack.until === null) return null;
  return `held back until ${heldBack.until}: ${heldBack.because}`;
}

/** A time that lies in the past is no next attempt: it is its turn, or the attempt goes on. */
function describeNext({ state, nextAttemptAt, heldBack }: Notification, nowMs: number): string | null {
  if (state === 'sending') return 'an attempt goes on';
  if (nextAttemptAt === null) return null;
  if (Date.parse(nextAttemptAt) <= nowMs) return 'it is its turn now';
  return `${heldBack != null && heldBack.until === null ? 'next look' : 'next attempt'} at ${nextAttemptAt}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
