import { call } from '../../http/call.ts';
import type { Monitor } from '../../http/start-monitor.ts';
import { eventually } from '../../support/eventually.ts';

/** One instance of the shop, and what the monitor calls it. */
export interface ShopInstance {
  serviceName: string;
  host: string;
  serviceId: string;
  instanceId: string;
}

const hosts = ['app-1', 'app-2', 'app-3', 'app-4', 'app-5', 'app-6', 'app-7', 'app-8'];
export const zoneOf = (host: string) => `eu-1${'abc'[hosts.indexOf(host) % 3]}`;

const dayMs = 24 * 60 * 60 * 1000;

/** Services of the shop, and where they run. Those in one zone alone fail with it. */
const services: readonly [name: string, team: string, hosts: readonly string[]][] = [
  ['web', 'shop', hosts],
  ['checkout', 'shop', ['app-1', 'app-2']],
  ['cart', 'shop', ['app-2', 'app-3']],
  ['search', 'shop', ['app-3', 'app-4', 'app-5']],
  ['recommendations', 'shop', ['app-1', 'app-6']],
  ['payments', 'money', ['app-4']],
  ['invoices', 'money', ['app-2']],
  ['images', 'media', ['app-2', 'app-5']],
  ['thumbnails', 'media', ['app-5', 'app-8']],
  ['video-encoder', 'media', ['app-8']],
  ['mail', 'platform', ['app-1']],
  ['inventory', 'platform', ['app-3', 'app-6']],
  ['a-name-that-is-much-longer-than-any-name-of-a-service-should-be-but-some-are', 'platform', ['app-6']],
];

const metricsAt = (n: number) => ({
  cpu_percent: 18 + ((n * 7) % 23),
  memory_mb: 380 + ((n * 13) % 60),
  requests_per_minute: 840 + ((n * 97) % 260),
  active_connections: 12 + ((n * 5) % 9),
});

/** Registers the shop, and keeps all of it beating but for those that fell silent. */
export async function startShopFleet(monitor: Monitor) {
  const fleet: ShopInstance[] = [];
  const silent = new Set<ShopInstance>();
  const post = (path: string, body: object) => call(monitor, 'POST', path, { body });
  const beat = ({ instanceId }: ShopInstance, n: number) =>
    post('/api/services/heartbeat', { instanceId, metadata: metricsAt(n) });

  async function add(
    serviceName: string,
    team: string,
    on: readonly string[],
    zone: (host: string) => string,
  ) {
    for (const host of on) {
      const metadata = { zone: zone(host), labels: { team } };
      const { body } = await post('/api/services/register', {
        ...{ serviceName, environment: 'production', hostname: host, port: 8080, version: '2.4.1' },
        ...{ url: `http://${host}:8080`, processId: 4_211, metadata },
      });
      // Nobody came to replace anybody: all have been there for weeks.
      const registeredAtMs = Date.now() - 20 * dayMs;
      await monitor.redis.hset(`{m0}:i:${body.instanceId}`, { registeredAtMs: String(registeredAtMs) });
      await monitor.redis.zadd(`{m0}:si:${body.serviceId}`, registeredAtMs, body.instanceId);
      fleet.push({ serviceName, host, serviceId: body.serviceId, instanceId: body.instanceId });
    }
  }
  for (const [serviceName, team, on] of services) await add(serviceName, team, on, zoneOf);
  const beatAll = () =>
    Promise.all(
      fleet
        .filter((each) => !silent.has(each))
        .map((each, n) => beat(each, n + Math.floor(Date.now() / 5_000))),
    );
  await beatAll();
  // They are not well since just now.
  for (const { serviceId, instanceId } of fleet)
    for (const key of [`{m0}:s:${serviceId}`, `{m0}:i:${instanceId}`])
      await monitor.redis.hset(key, { sinceMs: String(Date.now() - 6 * dayMs) });
  // The monitor may be about to end.
  const timer = setInterval(() => void beatAll().catch(() => undefined), 5_000);

  return {
    of: (serviceName: string) => fleet.filter((each) => each.serviceName === serviceName),
    in: (zone: string) => fleet.filter(({ host }) => zoneOf(host) === zone),
    stop: () => clearInterval(timer),
    metricsAt,

    /** Hundreds of instances of one more service, most of which are well. */
    async addCrowd(): Promise<void> {
      const names = Array.from({ length: 560 }, (_, n) => `edge-${n + 1}`);
      await add(
        'edge',
        'platform',
        names,
        (name) => ['eu-1a', 'eu-1c', 'us-1a', 'us-1b'][Number(name.slice(5)) % 4] ?? '',
      );
      await beatAll();
      const some = fleet.filter(({ host }, n) => host.startsWith('edge-') && n % 53 === 7);
      await this.fallSilent(some.slice(4), 5 * 60_000);
      await this.fallSilent(some.slice(0, 4), 50_000);
    },

    /** They have been silent for so long, as the monitor sees it; resolves when the services of which nobody is left are Down. */
    async fallSilent(some: readonly ShopInstance[], forMs: number): Promise<void> {
      for (const each of some) silent.add(each);
      const nowMs = Date.now();
      const ids = some.map(({ instanceId }) => instanceId);
      await monitor.redis.zadd('{m0}:seen', ...ids.flatMap((id) => [nowMs - forMs, id]));
      await monitor.redis.zadd('{m0}:timer', ...ids.flatMap((id) => [nowMs, id]));
      const dead = new Set(
        some
          .filter(({ serviceId }) => fleet.every((each) => each.serviceId !== serviceId || silent.has(each)))
          .map(({ serviceId }) => serviceId),
      );
      await eventually('they have incidents', async () => {
        const { body } = await call(monitor, 'GET', '/api/incidents?state=open&limit=200');
        return [...dead].every((id) =>
          body.items?.some((each: { serviceId: string }) => each.serviceId === id),
        );
      });
    },
  };
}

export type ShopFleet = Awaited<ReturnType<typeof startShopFleet>>;
