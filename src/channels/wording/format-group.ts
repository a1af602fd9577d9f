import { formatDuration } from '../../domain/duration.ts';
import { describeOutage, nameCause } from '../../domain/failure-domains/describe-outage.ts';
import type { GroupedService, GroupMessage } from '../../domain/failure-domains/group-message.ts';
import { cleanText } from './clean-text.ts';
import { type Fact, formatMoment } from './fact.ts';
import type { Wording } from './wording.ts';

/** The words for an outage group: what failed, and which services are Down because of it. */
export function formatGroup(message: GroupMessage): Wording {
  const { stage, services, firstSilentAtMs, endedAtMs, silent, members, weakened } = message;
  const cause = cleanText(nameCause(message.cause, message.versionOf));
  const down = services.filter(({ isBack }) => !isBack);
  return {
    subject: `[${labels[stage]}] ${subjectOf(message, cause)}`,
    topic: `Outage of ${cause} since ${formatMoment(firstSilentAtMs)}`,
    summary: summaryOf(message, cause),
    facts: [
      { name: 'Cause', value: cause },
      { name: 'Silent', value: `${silent} of ${members} instances` },
      { name: 'Silent since', value: formatMoment(firstSilentAtMs) },
      ...(endedAtMs === null ? [] : [{ name: 'Over since', value: formatMoment(endedAtMs) }]),
      ...factOf('Down', down),
      ...factOf(
        'Heard again',
        services.filter(({ isBack, isClosed }) => isBack && isClosed !== true),
      ),
      ...factOf(
        'Resolved by hand',
        services.filter(({ isClosed }) => isClosed === true),
      ),
      ...acknowledgedIn(down),
      ...(weakened > 0
        ? [{ name: 'Weakened', value: weakened === 1 ? '1 service' : `${weakened} services` }]
        : []),
    ],
    lastSeen: [],
    ...(message.acknowledgeUrl === undefined || isAcknowledged(message)
      ? {}
      : { acknowledgeUrl: message.acknowledgeUrl }),
    linkText: 'Open the incidents',
  };
}

const labels: Record<GroupMessage['stage'], string> = {
  opened: 'Down',
  changed: 'Update',
  acknowledged: 'Acknowledged',
  reminder: 'Still down',
  escalation: 'Escalation',
  over: 'Resolved',
};

/** Whether somebody works on all that is Down of it. */
export function isAcknowledged({ services }: GroupMessage): boolean {
  const open = services.filter(({ isBack, isToldAlone }) => !isBack && !isToldAlone);
  return open.length > 0 && open.every(({ acknowledgedBy }) => acknowledgedBy !== undefined);
}

/** Who works on which of these; the names are left out where one person works on all. */
function acknowledgedIn(down: readonly GroupedService[]): Fact[] {
  const byPerson = Map.groupBy(down, ({ acknowledgedBy }) => acknowledgedBy);
  const isOne = byPerson.size === 1;
  return [...byPerson].flatMap(([by, services]) => {
    if (by === undefined) return [];
    const person = `by ${cleanText(by)}`;
    const value = isOne ? person : `${person}: ${namesOf(services)}`;
    return [{ name: 'Acknowledged', value: cleanText(value, longestFact) }];
  });
}

/** No fact is longer, whatever failed. */
const longestFact = 1_500;

function subjectOf(message: GroupMessage, name: string): string {
  const { stage, cause, silent, members } = message;
  if (stage === 'over') return `${name}: the outage is over`;
  if (stage === 'acknowledged') return `${name}: ${workingOn(message)} on the outage`;
  const length = stage === 'escalation' ? `, for ${lengthOf(message)}` : '';
  const count = `${silent} of ${members} instances${length}`;
  if (cause.kind === 'everything')
    return `${Math.floor((100 * silent) / members)} % of all instances are silent: ${count}`;
  return `${name} ${cause.values.length === 1 ? 'is' : 'are'} silent: ${count}`;
}

function workingOn({ services }: GroupMessage): string {
  const people = [...new Set(services.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? []))];
  const [first = 'somebody', ...more] = people.map((by) => cleanText(by));
  return more.length === 0 ? `${first} works` : `${first} and ${more.length} more work`;
}

function summaryOf(message: GroupMessage, cause: string): string {
  const { stage, services, firstSilentAtMs, lastSilentAtMs, endedAtMs, notExplained } = message;
  const open = services.filter(({ isBack }) => !isBack);
  if (stage === 'over') {
    const length = formatDuration(Math.max(0, (endedAtMs ?? firstSilentAtMs) - firstSilentAtMs));
    const still = open.length === 0 ? '' : ` Still Down, with messages of their own: ${namesOf(open)}.`;
    return `The outage of ${cause} is over after ${length}.${still} The end of each incident is told by itself.`;
  }
  const facts = {
    ...message,
    cause: cleanCause(message.cause),
    versionOf: message.versionOf === null ? null : cleanText(message.versionOf),
    lastSilentAtMs,
    down: namesIn(open),
    notExplained: namesIn(notExplained),
  };
  const words = describeOutage(facts, stage === 'reminder');
  if (stage !== 'escalation') return words;
  return `${words} This goes on for ${lengthOf(message)}, and not all of these incidents are acknowledged.`;
}

function lengthOf({ atMs, firstSilentAtMs }: GroupMessage): string {
  return formatDuration(Math.max(0, atMs - firstSilentAtMs));
}

function cleanCause(cause: GroupMessage['cause']): GroupMessage['cause'] {
  return cause.kind === 'everything'
    ? cause
    : { ...cause, values: cause.values.map((value) => cleanText(value)) };
}

function factOf(name: string, services: readonly GroupedService[]): Fact[] {
  return services.length === 0 ? [] : [{ name, value: cleanText(namesOf(services), longestFact) }];
}

function namesOf(services: readonly GroupedService[]): string {
  return namesIn(services).join(', ');
}

/** In the order in which people look for one. */
function namesIn(services: readonly { serviceName: string; environment: string }[]): string[] {
  return services.map(nameOf).toSorted();
}

function nameOf({ serviceName, environment }: { serviceName: string; environment: string }): string {
  return `${cleanText(serviceName)} (${cleanText(environment)})`;
}
