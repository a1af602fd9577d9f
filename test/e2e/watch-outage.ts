import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient, type IncidentReply } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startSmtpReceiver } from '../support/start-smtp-receiver.ts';

const secret = `whsec_${Buffer.from('a secret of the end-to-end tests').toString('base64')}`;

/** How far a commit or message may lie behind the moment that it is about. */
const slackMs = 900;

/** One outage from the first silence to its last message, watched by a process for each of `roles`. */
export function watchOutage(roles: readonly string[]): void {
  let cluster: Cluster;
  let smtp: Awaited<ReturnType<typeof startSmtpReceiver>>;
  let hook: Awaited<ReturnType<typeof startHttpReceiver>>;
  let api: ReturnType<typeof apiClient>;
  const fleet = new Map<string, BeatingInstance[]>();
  let lastBeatAtMs = 0;
  let firstToDieAtMs = 0;
  let firstBeatAgainAtMs = 0;

  beforeAll(async () => {
    [smtp, hook] = await Promise.all([startSmtpReceiver(), startHttpReceiver()]);
    cluster = await startCluster(
      roles,
      `channels:
  - { id: ops-mail, type: email, url: "${smtp.url}", from: monitor@example.com, to: [ops@example.com] }
  - { id: hook, type: webhook, url: "${hook.url}", secret: "${secret}" }
`,
    );
    api = apiClient(cluster.urls[0] ?? '');
    for (const serviceName of ['checkout', 'payments', 'search']) {
      const instances = ['h1', 'h2'].map((hostname) =>
        startInstance(cluster.urls, { serviceName, hostname }, times.interval),
      );
      fleet.set(serviceName, await Promise.all(instances));
    }
    await eventually(
      'all three services are Healthy',
      async () => (await api.services()).filter((service) => service.status === 'Healthy').length === 3,
    );
  });

  afterAll(async () => {
    await Promise.all([...fleet.values()].flat().map((instance) => instance.die()));
    await cluster.close();
    await Promise.all([smtp.close(), hook.close()]);
  });

  const theIncident = async (): Promise<IncidentReply | undefined> => (await api.incidents())[0];

  test('a service whose instances all fall silent is Down, and each channel is told once, in time', async () => {
    const dead = fleet.get('payments') ?? [];
    await Promise.all(dead.map((instance) => instance.die()));
    lastBeatAtMs = Math.max(...dead.map((instance) => instance.lastBeatAtMs()));
    firstToDieAtMs = Math.min(...dead.map((instance) => instance.lastBeatAtMs()));

    await eventually('both channels are told', () => smtp.mails.length === 1 && hook.requests.length === 1);
    const [mail] = smtp.mails;
    const [request] = hook.requests;
    for (const atMs of [mail?.atMs ?? 0, request?.atMs ?? 0]) {
      expect(atMs - lastBeatAtMs).toBeGreaterThanOrEqual(times.downAfter);
      expect(atMs - lastBeatAtMs).toBeLessThan(times.downAfter + slackMs);
    }
    expect(mail?.mail.subject).toMatch(/^\[Down\] payments \(production\)/);
    expect(await api.service('payments')).toMatchObject({ status: 'Down', instances: { total: 2, down: 2 } });
    expect(await api.incidents()).toHaveLength(1);
  });

  test('the webhook carries a signature that another implementation verifies', () => {
    const request = hook.requests[0];
    const verified = new Webhook(secret).verify(request?.body ?? '', {
      'webhook-id': String(request?.headers['webhook-id']),
      'webhook-timestamp': String(request?.headers['webhook-timestamp']),
      'webhook-signature': String(request?.headers['webhook-signature']),
    });
    expect(verified).toMatchObject({ specversion: '1.0', type: 'service-monitor.incident.down' });
  });

  test('when it beats again and stays on time each channel is told so, with the length of the outage', async () => {
    const back = fleet.get('payments') ?? [];
    await Promise.all(back.map((instance) => instance.revive()));
    await eventually(
      'the service is Recovered',
      async () => (await api.service('payments'))?.status === 'Recovered',
    );
    firstBeatAgainAtMs = Date.parse((await theIncident())?.recoveredAt ?? '');

    await eventually('the end is told to both', () => smtp.mails.length >= 2 && hook.requests.length >= 3);
    const [recovering, body] = hook.requests
      .slice(1)
      .map((request) => JSON.parse(request.body) as { type: string; data: Record<string, unknown> });
    // A machine keeps a state, and is told at once; people are told when it lasted.
    expect(recovering?.type).toBe('service-monitor.incident.recovering');
    expect(Date.parse(String(recovering?.data['quietUntil']))).toBe(firstBeatAgainAtMs + times.downAfter);
    if (body === undefined) throw new Error('the end was not told');
    expect(body.type).toBe('service-monitor.incident.resolved');
    expect(body.data['outageSeconds']).toBeCloseTo((firstBeatAgainAtMs - lastBeatAtMs) / 1000, 2);
    expect(smtp.mails[1]?.mail.subject).toMatch(/^\[Resolved\] payments \(production\)/);
    // Both mails hang together in a mail program.
    expect(smtp.mails[1]?.mail.references).toBe(smtp.mails[0]?.mail.references);
  });

  test('the timeline reads Healthy, Degraded, Down, Recovered, Healthy, with the true times', async () => {
    await eventually('the incident is resolved', async () => (await theIncident())?.state === 'resolved');
    const incident = await theIncident();
    expect(Date.parse(incident?.resolvedAt ?? '')).toBe(firstBeatAgainAtMs + times.downAfter);
    const path = incident?.timeline.map((entry) => `${entry.from} → ${entry.to}`);
    expect(path).toEqual([
      'Healthy → Degraded',
      'Degraded → Down',
      'Down → Recovered',
      'Recovered → Healthy',
    ]);
    const at = incident?.timeline.map((entry) => Date.parse(entry.at)) ?? [];
    expect(Date.parse(incident?.startedAt ?? '')).toBe(lastBeatAtMs);
    // Down with the last of its instances; workers that race may take the other, whose deadline is as near.
    expect(at[1]).toBeLessThanOrEqual(lastBeatAtMs + times.downAfter);
    expect(at[1]).toBeGreaterThanOrEqual(firstToDieAtMs + times.downAfter);
    expect(at[2]).toBe(firstBeatAgainAtMs);
    expect(at[3]).toBeGreaterThanOrEqual(firstBeatAgainAtMs + times.recoveryWindow);
    // The service is Degraded from its first late instance on, Healthy with its last.
    expect(at[0]).toBeLessThanOrEqual(lastBeatAtMs + times.interval + times.grace + 1);
    expect(Date.parse(incident?.detectedAt ?? '') - (at[1] ?? 0)).toBeLessThan(slackMs);
  });

  test('nobody else was Down, nobody was told twice, and the sweep had nothing to repair', async () => {
    expect(await api.incidents()).toHaveLength(1);
    expect([smtp.mails.length, hook.requests.length]).toEqual([2, 3]);
    const rows = await api.notifications((await theIncident())?.incidentId ?? '');
    const told = rows.filter((row) => row.state === 'sent').map((row) => [row.kind, row.attempts]);
    expect(told).toEqual(['resolved', 'resolved', 'recovering', 'down', 'down'].map((kind) => [kind, 1]));
    expect(rows.filter((row) => row.state !== 'sent')).toMatchObject([
      { kind: 'recovering', channelId: 'ops-mail', state: 'suppressed' },
    ]);
    for (const node of cluster.nodes) {
      const metrics = await (await fetch(`${node.url}/metrics`)).text();
      for (const [, count] of metrics.matchAll(/^monitor_sweeper_repairs_total\{.*\} (\d+)$/gm))
        expect(count).toBe('0');
    }
  });
}
