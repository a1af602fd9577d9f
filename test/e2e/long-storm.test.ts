import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { apiClient, type IncidentReply } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { startSmtpReceiver } from '../support/start-smtp-receiver.ts';

/** `STORM_SERVICES=500` for the promise of the documents; without it `storm.test.ts` is the short form. */
const dying = Number(process.env['STORM_SERVICES'] ?? 0);
const stormMs = 30_000;
const intervalMs = 5_000;
const minuteMs = 60_000;

/** How many are started at the same time. */
const together = 20;

async function startAll(cluster: Cluster, names: readonly string[]): Promise<BeatingInstance[]> {
  const started: BeatingInstance[] = [];
  for (let i = 0; i < names.length; i += together) {
    const some = names.slice(i, i + together);
    const each = some.map((serviceName) =>
      startInstance(cluster.urls, { serviceName, hostname: serviceName }, intervalMs),
    );
    started.push(...(await Promise.all(each)));
  }
  return started;
}

async function allIncidents(api: ReturnType<typeof apiClient>): Promise<IncidentReply[]> {
  const all: IncidentReply[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await eventually('a page is answered', async () => {
      const found = await api.call('GET', `/api/incidents?limit=200${from}`);
      return found.ok && found;
    });
    const page = (await reply.json()) as { items: IncidentReply[]; nextCursor: string | null };
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

test.skipIf(dying === 0)(
  'a storm is at most eight mails in its first minute, the first within three seconds, and every service is named or counted',
  async () => {
    const mailbox = await startSmtpReceiver();
    const cluster = await startCluster(
      ['api', 'worker', 'worker'],
      `channels:
  - { id: mail, type: email, url: "${mailbox.url}", from: monitor@example.com, to: [ops@example.com] }
`,
      {
        MONITOR_HEARTBEAT_INTERVAL: '5s',
        MONITOR_HEARTBEAT_GRACE: '1s',
        MONITOR_DOWN_AFTER: '16s',
        MONITOR_KEY_NEW_SERVICES: '0',
      },
    );
    const api = apiClient(cluster.urls[0] ?? '');
    const named = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}-${i}`);
    // So many live on that those that die have nothing in common.
    const survivors: BeatingInstance[] = [];
    try {
      survivors.push(...(await startAll(cluster, named('living', 2 * dying))));
      const victims = await startAll(cluster, named('dying', dying));
      const beginsAtMs = performance.now();
      for (const [i, victim] of victims.entries()) {
        await victim.die();
        const dueMs = beginsAtMs + ((i + 1) * stormMs) / dying - performance.now();
        if (dueMs > 0) await wait(dueMs);
      }
      const first = await eventually('the first mail', () => mailbox.mails[0], minuteMs);
      await eventually('a minute is over', () => Date.now() > first.atMs + minuteMs + 15_000, 2 * minuteMs);
      const incidents = await allIncidents(api);
      expect(incidents).toHaveLength(dying);
      const detectedAt = Math.min(...incidents.map((incident) => Date.parse(incident.detectedAt)));
      const inMinute = mailbox.mails.filter(({ atMs }) => atMs < detectedAt + minuteMs).length;
      process.stdout.write(
        `first mail ${first.atMs - detectedAt} ms after the first commit, ${inMinute} in its first minute: ${mailbox.mails
          .map(({ mail }) => mail.subject)
          .join(' | ')}\n`,
      );
      expect(first.atMs - detectedAt).toBeLessThan(3_000);
      expect(inMinute).toBeLessThanOrEqual(8);
      const counts = mailbox.mails.map(({ mail }) => {
        const digest = /^\[Digest\] (\d+) incident/.exec(mail.subject ?? '');
        return digest === null ? 1 : Number(digest[1]);
      });
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(dying);
    } finally {
      await Promise.all(survivors.map((instance) => instance.die()));
      await cluster.close();
      await mailbox.close();
    }
  },
  600_000,
);
