import { formatDuration } from '../../domain/duration.ts';
import type { IncidentMessage } from '../../domain/messages.ts';
import type { SilentRegistration } from '../../domain/outage-details.ts';
import { cleanText } from './clean-text.ts';
import { describedOutage } from './described-outage.ts';
import { formatMoment } from './fact.ts';
import type { News } from './news.ts';
import { resolvedByHand } from './resolved-by-hand.ts';
import { testWords } from './test-words.ts';
import type { Wording } from './wording.ts';

const labels = {
  down: 'Down',
  recovering: 'Recovered',
  flapping: 'Flapping',
  reminder: 'Reminder',
  escalation: 'Escalation',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  test: 'Test',
} as const;

/** The subject and the first sentence of a message of an incident. */
export function subjectAndSummary(message: IncidentMessage): Pick<Wording, 'subject' | 'summary'> {
  if (message.kind === 'test') return testWords(message);
  const name = cleanText(message.serviceName);
  const environment = cleanText(message.environment);
  const news = newsOf(message);
  return {
    subject: `[${resolvedByHand.isArchived(message) ? 'Archived' : labels[message.kind]}] ${name} (${environment}): ${news.short}`,
    summary: news.long(`${name} in ${environment}`),
  };
}

function newsOf(message: IncidentMessage): News {
  switch (message.kind) {
    case 'recovering':
      return recovering(message);
    case 'flapping':
      return message.hour === undefined ? flapping(message) : summary(message, message.hour);
    case 'reminder':
      return stillDown(message);
    case 'escalation':
      return escalated(message);
    case 'acknowledged':
      return acknowledged(message);
    case 'resolved':
      return message.resolvedBy === undefined
        ? resolved(message)
        : resolvedByHand.newsOf(message, message.resolvedBy);
    case 'down':
    case 'test':
      return message.relapses > 0 ? downAgain(message) : down(message);
    default:
      return message.kind satisfies never;
  }
}

function down(message: IncidentMessage): News {
  const since = formatMoment(describedOutage.sinceMs(message));
  const isAllSilent = describedOutage.isSilent(message);
  if (isAllSilent && message.registration !== undefined) return notHeardSince(message.registration);
  return {
    short: `${isAllSilent ? 'silent' : 'down'} since ${timeOf(since)}${tailOf(message)}`,
    long: (service) =>
      isAllSilent
        ? `No instance of ${service} has sent a heartbeat since ${since}.`
        : `${service} is down since ${since}${reasonOf(message)}.`,
  };
}

/** It is silent since an instance registered, which is no heartbeat. */
function notHeardSince({ atMs, lastBeatAtMs }: SilentRegistration): News {
  const registered = formatMoment(atMs);
  const registeredAt = `registered at ${timeOf(registered)}`;
  if (lastBeatAtMs === null) {
    return {
      short: `${registeredAt}, no heartbeat yet`,
      long: (service) =>
        `No instance of ${service} has ever sent a heartbeat; the silence began at ${registered}, when one registered.`,
    };
  }
  return {
    short: `${registeredAt}, no heartbeat since then`,
    long: (service) =>
      `No instance of ${service} has sent a heartbeat since ${formatMoment(lastBeatAtMs)}; one registered at ${registered} and has sent none since.`,
  };
}

function downAgain(message: IncidentMessage): News {
  const since = formatMoment(describedOutage.sinceMs(message));
  const first = formatMoment(message.startedAtMs);
  const times = ordinal(message.relapses + 1);
  if (message.flaps) {
    const length = lengthOf(message);
    return {
      short: `${describedOutage.was(message)} for ${length} now, ${times} time${tailOf(message)}`,
      long: (service) =>
        `${service} flaps, and has now been down without a break for ${length}, since ${since}: the ${times} time since ${first}${reasonOf(message)}.`,
    };
  }
  return {
    short: `${describedOutage.isSilent(message) ? 'silent' : 'down'} again, ${times} time, since ${timeOf(since)}${tailOf(message)}`,
    long: (service) =>
      `${service} is down again since ${since}, the ${times} time since ${first}${reasonOf(message)}.`,
  };
}

function stillDown(message: IncidentMessage): News {
  const since = formatMoment(describedOutage.sinceMs(message));
  const length = lengthOf(message);
  return {
    short: `still down after ${length}${tailOf(message)}`,
    long: (service) =>
      `${service} is still down, since ${since}${reasonOf(message)}. Nobody has acknowledged the incident${flapsOf(message)}.`,
  };
}

function acknowledged({ acknowledgedBy }: IncidentMessage): News {
  const who = cleanText(acknowledgedBy ?? 'somebody');
  return {
    short: `${who} works on it`,
    long: (service) => `${who} acknowledged the incident of ${service}.`,
  };
}

/** For who is told of it only now. */
function escalated(message: IncidentMessage): News {
  const since = formatMoment(describedOutage.sinceMs(message));
  const waitedMs = message.unacknowledgedMs ?? 0;
  return {
    short: `down for ${lengthOf(message)}, not acknowledged${tailOf(message)}`,
    long: (service) =>
      `${service} is down since ${since}${reasonOf(message)}. Nobody has acknowledged the incident in ${formatDuration(waitedMs)}${flapsOf(message)}.`,
  };
}

/** How long the outage that goes on has lasted. */
function lengthOf(message: IncidentMessage): string {
  const { detectedAtMs, ownSilentMs } = message;
  return formatDuration(ownSilentMs ?? Math.max(0, detectedAtMs - describedOutage.sinceMs(message)));
}

/** At the end of a sentence about an incident. */
function flapsOf({ flaps, relapses, startedAtMs }: IncidentMessage): string {
  if (relapses === 0) return '';
  return `; it is the ${ordinal(relapses + 1)} outage since ${formatMoment(startedAtMs)}${flaps ? ', as the service flaps' : ''}`;
}

/** Why it is Down, at the end of a subject. */
function tailOf(message: IncidentMessage): string {
  const shortage = describedOutage.shortage(message);
  return shortage === null ? '' : `, ${shortage}`;
}

/** Why it is Down, at the end of a sentence. */
function reasonOf(message: IncidentMessage): string {
  const shortage = describedOutage.shortage(message);
  return shortage === null ? '' : `: ${shortage}`;
}

function recovering({ outageMs, quietUntilMs }: IncidentMessage): News {
  const after = outageMs === null ? '' : ` after ${formatDuration(outageMs)}`;
  const end =
    quietUntilMs == null
      ? ''
      : ` The incident is resolved at ${formatMoment(quietUntilMs)} if it stays on time.`;
  return {
    short: `heartbeats again${after}, watching`,
    long: (service) => `${service} sends heartbeats again${after}.${end}`,
  };
}

function flapping({ relapses, startedAtMs }: IncidentMessage): News {
  const since = formatMoment(startedAtMs);
  const next =
    'From now on its outages are summarised once an hour; an outage of 15 minutes is reported at once.';
  // An incident that begins so is one of a row of incidents.
  if (relapses === 0) {
    return {
      short: `down again since ${timeOf(since)}, one of many times`,
      long: (service) => `${service} is down again since ${since}, as several times recently. ${next}`,
    };
  }
  const times = `down ${relapses + 1} times since`;
  return {
    short: `${times} ${timeOf(since)}`,
    long: (service) => `${service} was ${times} ${since}. ${next}`,
  };
}

function summary(message: IncidentMessage, hour: NonNullable<IncidentMessage['hour']>): News {
  const { relapses, startedAtMs } = message;
  const often = `down ${hour.downs === 1 ? 'once' : `${hour.downs} times`}`;
  const silent = `${describedOutage.was(message)} for ${formatDuration(hour.silentMs)} of it`;
  return {
    short: `${often} in the last hour, ${silent}`,
    long: (service) =>
      `${service} was ${often} in the hour since ${formatMoment(hour.fromMs)}, ${silent}; ${relapses + 1} times since ${formatMoment(startedAtMs)}.`,
  };
}

function resolved(message: IncidentMessage): News {
  const { outageMs, relapses, silentMs } = message;
  if (outageMs === null)
    return { short: 'outage is over', long: (service) => `The outage of ${service} is over.` };
  const length = formatDuration(outageMs);
  if (relapses === 0)
    return {
      short: `back after ${length}`,
      long: (service) => `${service} is back after an outage of ${length}.`,
    };
  const silent =
    silentMs === undefined ? '' : `, ${describedOutage.was(message)} for ${formatDuration(silentMs)} of it`;
  return {
    short: `back after ${length} with ${relapses + 1} outages`,
    long: (service) => `${service} is back. It was down ${relapses + 1} times in ${length}${silent}.`,
  };
}

/** `03:12:04 UTC` of a moment. */
function timeOf(moment: string): string {
  return moment.slice(11);
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`. */
function ordinal(n: number): string {
  const isTeen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}
