import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { channelTypes } from '../../src/channels/registry.ts';
import { slackPress } from '../channels/support/open-slack.ts';
import { apiClient, type NotificationReply } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import type { Told } from './every-channel/kind-in-outage.ts';
import { openStations } from './every-channel/open-stations.ts';
import { slackSecret } from './every-channel/other-stations.ts';
import type { Fault, Station } from './every-channel/station.ts';

const intervalMs = 400;

/** What a channel is told of an outage with a relapse, which somebody acknowledges. */
const courses: Record<Station['course'], Told[]> = {
  people: ['Down', 'Down', 'Resolved'],
  follower: ['Down', 'Recovered', 'Down', 'Recovered', 'Resolved'],
  pager: ['Down', 'Acknowledged', 'Down', 'Resolved'],
  // What people must hear changes the message, and is told below it.
  thread: ['Down', 'Acknowledged', 'Recovered', 'Down', 'Down', 'Recovered', 'Resolved', 'Resolved'],
  replaced: ['Down', 'Acknowledged', 'Recovered', 'Down', 'Recovered', 'Resolved'],
};

type Rows = Map<string, NotificationReply>;

const isOver = (row: NotificationReply | undefined) =>
  row !== undefined && !['pending', 'sending'].includes(row.state);
const areOver = (rows: Rows, some: readonly Station[]) =>
  some.every(({ config }) => isOver(rows.get(config.id)));

test('every kind of channel tells an outage once and in order, through a rate limit, a hang and a refusal for good', async () => {
  const { ofFile, ofApi, operator } = await openStations();
  const stations = [...ofFile, ...ofApi];
  expect(new Set(stations.map(({ config }) => config.type))).toEqual(new Set(channelTypes));
  // JSON is YAML.
  const file = JSON.stringify({
    channels: [...ofFile, operator].map(({ config }) => config),
    operator: { channels: ['operator'] },
  });
  const cluster = await startCluster(['api,worker'], file, {
    ...{ MONITOR_HEARTBEAT_INTERVAL: `${intervalMs}ms`, MONITOR_HEARTBEAT_GRACE: '200ms' },
    ...{ MONITOR_DOWN_AFTER: '2s', MONITOR_OUTAGE_GROUPS: 'off', MONITOR_COMMAND_CHANNELS: 'on' },
    MONITOR_CHANNEL_PRIVATE_NETWORKS: '127.0.0.0/8',
    MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
  });
  onTestFinished(() => cluster.close());
  const api = apiClient(cluster.urls[0] ?? '');
  for (const { config } of ofApi) {
    const made = await api.call('POST', '/api/channels', config);
    expect([config.id, made.status]).toEqual([config.id, 201]);
  }

  const start = async (serviceName: string) => {
    const instance = await startInstance(cluster.urls, { serviceName, hostname: serviceName }, intervalMs);
    onTestFinished(() => instance.die());
    await eventually('it is Healthy', async () => (await api.service(serviceName))?.status === 'Healthy');
    return instance;
  };
  const incidentsOf = async (name: string) =>
    (await api.incidents()).filter(({ serviceName }) => serviceName === name);
  /** The row of each channel: of the first message of this kind, or of a later one. */
  const rowsOf = async (serviceName: string, kind: string, nth = 0): Promise<Rows> => {
    const [incident] = await incidentsOf(serviceName);
    const all = incident === undefined ? [] : await api.notifications(incident.incidentId);
    // The newest come first.
    const rows = all.filter((row) => row.kind === kind).toReversed();
    const byChannel = Map.groupBy(rows, ({ channelId }) => channelId);
    return new Map([...byChannel].flatMap(([id, { [nth]: row }]) => (row === undefined ? [] : [[id, row]])));
  };
  const seen: unknown[] = [];

  /** Waits for a Down to be told, in which each channel finds a fault; what their rows say meanwhile is right. */
  async function seesDown(serviceName: string, nth: number, faultOf: (station: Station) => Fault) {
    const reasons = new Map<string, string>();
    const ask = async () => {
      const rows = await rowsOf(serviceName, 'down', nth);
      seen.push([...rows.values()]);
      for (const [id, { reason }] of rows) if (reason !== null) reasons.set(id, reason);
      return rows;
    };
    const hanging = stations.filter((station) => faultOf(station) === 'hang');
    // PagerDuty asks for minutes.
    const others = stations.filter(
      ({ config }) =>
        config.type !== 'pagerduty' && !hanging.some((station) => station.config.id === config.id),
    );
    const meanwhile = await eventually('the others are told', ask, (rows) => areOver(rows, others));
    // Nobody waited for those that hang.
    for (const { config } of hanging)
      expect(meanwhile.get(config.id)).toMatchObject({ attempts: 1, reason: null });
    const rows = await eventually('all are told', ask, (found) => areOver(found, stations), 180_000);
    for (const station of stations) {
      const { config, reasonOf } = station;
      const fault = faultOf(station);
      const reason = reasonOf[fault];
      const ended = fault === 'refusal' ? { state: 'dead', attempts: 1 } : { state: 'sent', attempts: 2 };
      expect({ ...rows.get(config.id), why: reasons.get(config.id) }).toMatchObject({
        ...{
          channelId: config.id,
          ...ended,
          why: typeof reason === 'string' ? reason : expect.stringMatching(reason),
        },
      });
    }
  }
  const fail = (faultOf: (station: Station) => Fault) => {
    for (const station of stations) station.next(faultOf(station));
    return faultOf;
  };
  const isFirst = (station: Station) =>
    stations.indexOf(station) % 2 === 0 || station.config.type === 'pagerduty';

  const checkout = await start('checkout');
  let faultOf = fail((station) => (isFirst(station) ? 'limit' : 'hang'));
  await checkout.die();
  await seesDown('checkout', 0, faultOf);
  const [{ incidentId } = { incidentId: '' }] = await incidentsOf('checkout');
  // By a button, in a channel that was made over the API.
  const button = { action: 'acknowledge', value: incidentId, by: 'ada' };
  const { headers, body } = slackPress(button, { secret: slackSecret, atMs: Date.now() });
  const pressed = await fetch(`${cluster.urls[0]}/api/callbacks/api-slack-bot`, {
    ...{ method: 'POST', headers, body },
  });
  expect(pressed.status).toBe(200);
  const showing = stations.filter(({ course }) => courses[course].includes('Acknowledged'));
  const acknowledged = await eventually(
    'it is shown who acknowledged',
    () => rowsOf('checkout', 'acknowledged'),
    (rows) => areOver(rows, showing),
  );
  expect([...acknowledged.keys()].toSorted()).toEqual(showing.map(({ config }) => config.id).toSorted());

  faultOf = fail((station) => (isFirst(station) ? 'hang' : 'limit'));
  await checkout.revive();
  await eventually('it is heard again', async () => (await incidentsOf('checkout'))[0]?.recoveredAt !== null);
  await checkout.die();
  await seesDown('checkout', 1, faultOf);
  await checkout.revive();
  await eventually(
    'its end is told',
    () => rowsOf('checkout', 'resolved'),
    (rows) => areOver(rows, stations),
  );
  expect(await incidentsOf('checkout')).toMatchObject([{ incidentId, relapses: 1, state: 'resolved' }]);
  for (const { config, course, told, kept } of stations) {
    expect({ id: config.id, told }).toEqual({ id: config.id, told: courses[course] });
    if (kept === undefined) continue;
    const [root, ...more] = kept();
    expect(root?.text).toContain('[Resolved] checkout');
    // An answer stands below it, or in the same place.
    const news = [...(root?.below ?? []), ...more.map(({ text }) => text)];
    expect(news.map((text) => /\[(.*?)\]/.exec(text)?.[1])).toEqual(
      course === 'replaced' ? [] : ['Down', 'Resolved'],
    );
  }

  const before = new Map(stations.map((station) => [station, station.told.length]));
  const billing = await start('billing');
  faultOf = fail(() => 'refusal');
  await billing.die();
  await seesDown('billing', 0, faultOf);
  await eventually('the operator is told', () =>
    operator.received?.().some((body) => body.includes('impaired')),
  );
  await billing.revive();
  const ends = await eventually(
    'its end is told',
    () => rowsOf('billing', 'resolved'),
    (rows) => areOver(rows, stations),
  );
  // A refused Down is not told later; its end is, as an outage has been.
  for (const station of stations) {
    const { config, course } = station;
    const told = course === 'follower' ? ['Recovered', 'Resolved'] : ['Resolved'];
    expect({ id: config.id, told: station.told.slice(before.get(station)) }).toEqual({ id: config.id, told });
  }
  seen.push(
    [...ends.values()],
    cluster.nodes.map((node) => node.printed()),
  );
  // Not even where a provider repeats what it was sent.
  expect(JSON.stringify(seen).match(/.{80}CANARY/)).toBeNull();
}, 500_000);
