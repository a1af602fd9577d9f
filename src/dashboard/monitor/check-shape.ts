import { ReadFailure } from './read-failure.ts';
import type {
  ApiKey,
  AuditEntry,
  Caller,
  Channel,
  ChannelKind,
  ChannelKinds,
  History,
  Incident,
  Instance,
  InstanceMetrics,
  InstanceSummary,
  MonitorHealth,
  Notification,
  OutageGroup,
  Page,
  Service,
  Uptime,
} from './wire-types.ts';

/** What the monitor answers with. */
export interface Things {
  service: Service;
  instance: Instance;
  incident: Incident;
  group: OutageGroup;
  notification: Notification;
  uptime: Uptime;
  caller: Caller;
  channel: Channel;
  kinds: ChannelKinds;
  kind: ChannelKind;
  key: ApiKey;
  entry: AuditEntry;
  health: MonitorHealth;
  history: History;
  metrics: InstanceMetrics;
  fleet: InstanceSummary[];
}

export type Kind = keyof Things;

/**
 * What the page cannot do without, by what the monitor answers. Fields that only some pages show may be missing, and
 * more of them may come.
 */
const needed: Record<Kind, readonly string[]> = {
  service: ['serviceId', 'serviceName', 'environment', 'status', 'since'],
  instance: ['instanceId', 'instanceKey', 'status', 'since', 'registeredAt'],
  incident: ['incidentId', 'serviceId', 'serviceName', 'environment', 'state', 'startedAt', 'detectedAt'],
  group: ['outageGroupId', 'cause', 'startedAt'],
  notification: ['notificationId', 'channelId', 'kind', 'state', 'createdAt'],
  uptime: ['from', 'to'],
  caller: ['name'],
  channel: ['channelId', 'type', 'circuit'],
  kinds: [],
  kind: ['type', 'title', 'summary'],
  key: ['keyId', 'name', 'createdAt'],
  entry: ['auditId', 'at', 'act'],
  health: ['at'],
  history: [],
  metrics: ['instanceId'],
  fleet: [],
};

/** And the lists that a thing consists of. */
const neededLists: Partial<Record<Kind, readonly string[]>> = {
  history: ['items', 'deploys'],
  metrics: ['points'],
  kinds: ['items'],
  kind: ['secrets'],
};

const times = new Set(['at', 'since', 'registeredAt', 'startedAt', 'detectedAt', 'createdAt']);

/** One thing as the page can show it, or a `ReadFailure` that says what is wrong with it. */
export function checkOne<K extends Kind>(kind: K, value: unknown): Things[K] {
  if (typeof value !== 'object' || value === null) throw unreadable(`one ${kind} is not an object`);
  const fields = value as Record<string, unknown>;
  for (const name of needed[kind]) {
    const field = fields[name];
    const isRight = typeof field === 'string' && !(times.has(name) && Number.isNaN(Date.parse(field)));
    if (!isRight) throw unreadable(`the “${name}” of one ${kind} is missing or wrong`);
  }
  for (const name of neededLists[kind] ?? [])
    if (!Array.isArray(fields[name])) throw unreadable(`the “${name}” of one ${kind} are missing or wrong`);
  return value as Things[K];
}

export function checkPage<K extends Kind>(kind: K, value: unknown): Page<Things[K]> {
  const { items, nextCursor = null } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(items)) throw unreadable(`a list has no items`);
  if (nextCursor !== null && typeof nextCursor !== 'string') throw unreadable('a list has no end');
  return { items: items.map((item) => checkOne(kind, item)), nextCursor };
}

function unreadable(what: string): ReadFailure {
  return new ReadFailure('unreadable', `In its answer ${what}.`);
}
