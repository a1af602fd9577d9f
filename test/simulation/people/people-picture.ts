import type { KeptGroup } from '../../../src/domain/failure-domains/kept-group.ts';
import type { Incident } from '../../../src/domain/incident.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { ServiceView } from '../../../src/domain/service-view.ts';
import { ids } from '../../../src/store/ids.ts';
import type { Sending, Simulation } from '../simulation.ts';

/** Everything that says who was told what, at one moment. */
export interface PeoplePicture {
  nowMs: number;
  incidents: Incident[];
  rows: Notification[];
  groups: KeptGroup[];
  /** By name. */
  services: Map<string, ServiceView>;
  /** Attempts that arrived. */
  arrived: Sending[];
  /** The ids of the messages that arrived. */
  arrivedIds: Set<string>;
}

export async function pictureOfPeople({
  store,
  people,
  sendings,
  clients,
}: Simulation): Promise<PeoplePicture> {
  const { incidents, notifications } = await store.all();
  const names = [...new Set(clients.map(({ serviceName }) => serviceName))];
  const views = await Promise.all(
    names.map(async (name) => [name, await store.services.read(ids.serviceId(name, 'test'))] as const),
  );
  const arrived = sendings.filter(({ outcome }) => outcome.kind === 'sent');
  return {
    nowMs: await store.beats.now(0),
    ...{ incidents, rows: notifications, groups: (await people?.allGroups()) ?? [], arrived },
    services: new Map(views.flatMap(([name, view]) => (view === null ? [] : [[name, view] as const]))),
    arrivedIds: new Set(arrived.map(({ notificationId }) => notificationId)),
  };
}

const tells = ['down', 'flapping', 'reminder', 'escalation'];

/** The rows that tell one channel of an outage of an incident. */
export const rowsOf = ({ rows }: PeoplePicture, incidentId: string, channelId: string): Notification[] =>
  rows.filter(
    (row) => row.incidentId === incidentId && row.channelId === channelId && tells.includes(row.kind),
  );

/** Whether what this row says arrived, by itself or as a line of a digest. */
export function hasArrived({ rows, arrivedIds }: PeoplePicture, row: Notification): boolean {
  const digest = rows.find(({ notificationId }) => notificationId === row.digestId);
  if (digest !== undefined) return digest.state === 'sent' || digest.state === 'dead';
  return row.state === 'sent' || row.state === 'dead' || arrivedIds.has(row.notificationId);
}

/**
 * The groups whose message named this incident to this channel as one without a message of its own. Who joins a group
 * within a minute of its end is named by its end. A message that a channel refused for good counts, as one of its own does.
 */
export function groupsThatTold(
  { arrived, rows }: PeoplePicture,
  incidentId: string,
  channelId: string,
  counts: 'all' | 'while Down' = 'all',
): Set<string> {
  const found = new Set<string>();
  const refused = rows.filter(({ state }) => state === 'dead');
  for (const { channelId: to, message } of [...arrived, ...refused]) {
    if (to !== channelId || !('services' in message)) continue;
    const named = message.services.find((one) => one.incidentId === incidentId);
    const isMeant = named !== undefined && !named.isToldAlone && !(counts === 'while Down' && named.isBack);
    if (isMeant) found.add(message.groupId);
  }
  return found;
}

export const nameOfRow = ({ kind, channelId, state, reason, incidentId }: Notification): string =>
  `${kind} of ${incidentId} to ${channelId}: ${state}, ${reason}`;
