import { call } from '../../http/call.ts';
import { type Monitor, startMonitor } from '../../http/start-monitor.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { startHttpReceiver } from '../../support/start-http-receiver.ts';
import { startOidcProvider } from '../../support/start-oidc-provider.ts';
import { startTogether } from '../../support/start-together.ts';
import { type ShopFleet, startShopFleet } from './shop-fleet.ts';
import { shopPast } from './shop-past.ts';

const minuteMs = 60_000;

/** A shop that is watched, with something of everything that the page can show. */
export interface Shop {
  monitor: Monitor;
  fleet: ShopFleet;
  idOf(serviceName: string): string;
  /** The one that nobody has acknowledged, the one that somebody works on, and the outage group of a zone. */
  ids: { incident: string; acknowledged: string; group: string };
  /** Links in messages, as paths: to acknowledge an incident, and to confirm a drill. */
  links: { acknowledge: string; drill: string };
  /** Stays up when the shop ends with its monitor. */
  stop(): Promise<void>;
}

export function startShop(): Promise<Shop> {
  return startTogether(fill);
}

async function fill(ends: (() => unknown)[]): Promise<Omit<Shop, 'stop'>> {
  const receiver = await startHttpReceiver();
  ends.push(receiver.close);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const user = { sub: 'u1', email: 'ada@example.com', groups: ['on-call'] };
  const provider = await startOidcProvider(publicUrl, user);
  ends.push(provider.close);
  const monitor = await startMonitor(
    {
      ...provider.settings,
      ...{ MONITOR_PORT: String(port), MONITOR_OIDC_NAME: 'Example Login' },
      MONITOR_OIDC_GROUPS: 'nobody=read',
      MONITOR_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    fileOf(receiver.url),
  );
  ends.push(monitor.stop);
  const fleet = await startShopFleet(monitor);
  ends.push(fleet.stop);
  const idOf = (serviceName: string) => fleet.of(serviceName)[0]?.serviceId ?? '';
  const post = (path: string, body: object = {}) => call(monitor, 'POST', path, { body });

  const past = shopPast(monitor, fleet);
  await past.writeDays('web', [
    [61, 'Degraded', 220],
    [44, 'Down', 9],
    [43.6, 'Degraded', 70],
    [17, 'Down', 64],
    [3, 'Degraded', 35],
  ]);
  await past.writeDays('checkout', [
    [52, 'Down', 190],
    [30, 'Degraded', 400],
    [12, 'Down', 4],
  ]);
  await past.writeDays('payments', [
    [70, 'Down', 31],
    [26, 'Degraded', 90],
  ]);
  await past.writeDays('search', [
    [34, 'Degraded', 600],
    [33, 'Degraded', 720],
  ]);
  await past.writeMetrics('web');
  await past.writeMetrics('checkout');
  await past.writeIncidents('recommendations', [3.2, 3, 2.7, 2.4], 4);
  await past.writeIncidents('web', [17 * 24], 64);
  await past.writeIncidents('checkout', [12 * 24], 4);
  const declared = await post('/api/maintenance', {
    ...{ match: { service: 'inventory', environment: 'production' }, for: '2h' },
    ...{ by: 'Grace Hopper', note: 'New disks in both machines' },
  });
  if (declared.status !== 201) throw new Error(`no maintenance: ${JSON.stringify(declared.body)}`);

  // The monitor itself finds what most of them have in common.
  await fleet.fallSilent([...fleet.in('eu-1b'), ...fleet.of('payments')], 14 * minuteMs);
  const group = await eventually('their cause is found', async () => {
    const { body } = await call(monitor, 'GET', '/api/outage-groups');
    return body.items?.[0]?.outageGroupId as string | undefined;
  });
  await past.dateGroup(group, 12 * minuteMs);
  const open = await past.dateOpenIncidents();
  for (const name of ['cart', 'checkout', 'search', 'web']) await past.dateDegraded(name, 13 * minuteMs);
  const incidentOf = (name: string) => open.find(({ serviceName }) => serviceName === name)?.incidentId ?? '';
  const acknowledge = await eventually(
    'a message brought a link',
    () => linkIn(receiver.requests, 'payments'),
    90_000,
  );
  await post(`/api/incidents/${incidentOf('images')}/acknowledge`, { by: 'Ada Lovelace' });
  await post(`/api/incidents/${incidentOf('images')}/notes`, {
    ...{ by: 'Ada Lovelace', note: 'No power in eu-1b. Pictures come from another zone in ten minutes.' },
    public: true,
  });
  for (const channel of ['on-call', 'team-chat']) await post(`/api/channels/${channel}/test`);
  await post('/api/channels/on-call/drill');
  const drill = await eventually('the drill brought a link', () => linkIn(receiver.requests, 'monitor.test'));
  for (const [name, scopes] of [
    ['fleet of the shop', ['ingest']],
    ['deploy pipeline', ['read', 'operate']],
    ['Ada Lovelace', ['read', 'operate', 'admin']],
  ] as const)
    await post('/api/keys', { name, scopes });
  return {
    ...{ monitor, fleet, idOf },
    ids: { incident: incidentOf('payments'), acknowledged: incidentOf('images'), group },
    links: { acknowledge, drill },
  };
}

function linkIn(requests: readonly { body: string }[], word: string): string | undefined {
  const found = requests.filter(({ body }) => body.includes(word));
  return found.flatMap(({ body }) => /\/acknowledge\/[\w.-]+/.exec(body) ?? [])[0];
}

function fileOf(url: string): string {
  const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;
  const component = (name: string, service: string) =>
    `{ name: ${name}, match: { service: "${service}", environment: production } }`;
  return [
    'channels:',
    `  - { id: on-call, type: webhook, url: "${url}", secret: "${secret}" }`,
    `  - { id: team-chat, type: mattermost, url: "${url}" }`,
    `  - { id: old-pager, type: webhook, url: "${url}/gone", secret: "${secret}" }`,
    'routes:',
    '  - { match: { service: payments }, channels: [on-call, team-chat, old-pager] }',
    '  - { match: {}, channels: [on-call, team-chat] }',
    'statusPages:',
    '  - id: main',
    '    title: Shop status',
    '    brand: Example Inc.',
    '    description: What our customers use',
    '    groups:',
    '      - title: Shop',
    `        components: [${component('Website', 'web')}, ${component('Checkout', 'checkout')}, ${component('Payments', 'payments')}]`,
    '      - title: Around it',
    `        components: [${component('Search', 'search')}, ${component('Pictures', 'images')}, ${component('Warehouse', 'inventory')}]`,
  ].join('\n');
}
