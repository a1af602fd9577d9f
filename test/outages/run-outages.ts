import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { testKey } from '../support/start-monitor.ts';
import { type Prometheus, startPrometheus } from '../support/start-prometheus.ts';
import { judgeOutage } from './judge-outage.ts';
import type { Outage } from './outages.ts';
import { emptyPanels } from './panels.ts';
import { openStage, type Stage } from './stage.ts';
import { type Finding, tableOf, writeTable } from './table.ts';

/** What is seen before the outages, so that rates have something to begin with; and how long they are watched. */
const plans = {
  full: { calmMs: 40_000, watchedMs: 390_000 },
  short: { calmMs: 20_000, watchedMs: 100_000 },
};

/** How many monitors are started at the same time: more would only make each slower. */
const startedAtOnce = 3;
const lookEveryMs = 5_000;

/** The monitors together are less than one core; where more wait for each core than this, other work keeps them waiting. */
const busyPerCore = 2;

/** Every panel is asked of this monitor: there something is Down, and told. */
const panelMonitor = 'many-down';

const rules = readFileSync(new URL('../../deploy/prometheus/rules.yaml', import.meta.url), 'utf8');

interface Scene {
  outage: Outage;
  stage: Stage;
}

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Resolves with the exit code. */
export async function runOutages(
  all: readonly Outage[],
  { isShort, writes }: { isShort: boolean; writes: boolean },
): Promise<number> {
  const chosen = all.filter(({ notHere }) => notHere == null);
  for (const { name, notHere } of all) if (notHere != null) say(`${name}: not run, for ${notHere}`);
  const { calmMs, watchedMs } = isShort ? plans.short : plans.full;
  const scenes: Scene[] = [];
  let prometheus: Prometheus | null = null;
  try {
    const startedAtMs = performance.now();
    const waiting = [...chosen];
    await Promise.all(
      Array.from({ length: startedAtOnce }, async () => {
        for (let outage = waiting.shift(); outage !== undefined; outage = waiting.shift())
          scenes.push({ outage, stage: await openStage(outage) });
      }),
    );
    scenes.sort((a, b) => chosen.indexOf(a.outage) - chosen.indexOf(b.outage));
    prometheus = await startPrometheus(configOf(scenes), { 'rules.yaml': rules, key: testKey });
    say(`${scenes.length} monitors and Prometheus run after ${seconds(performance.now() - startedAtMs)} s`);
    await wait(calmMs);
    return await watch(scenes, prometheus, { calmMs, watchedMs, writes });
  } finally {
    await prometheus?.stop();
    await Promise.all(scenes.map(({ stage }) => stage.close()));
  }
}

async function watch(
  scenes: readonly Scene[],
  prometheus: Prometheus,
  { calmMs, watchedMs, writes }: { calmMs: number; watchedMs: number; writes: boolean },
): Promise<number> {
  const beganAtMs = Date.now();
  say('the outages begin');
  const failures: string[] = [];
  for (const { outage, stage } of scenes) {
    void (async () => outage.cause(stage))().catch((error: unknown) =>
      failures.push(`${outage.name} could not be caused: ${String(error)}`),
    );
  }
  const told = new Set<string>();
  let load = 0;
  while (Date.now() - beganAtMs < watchedMs) {
    await wait(lookEveryMs);
    load = Math.max(load, loadavg()[0] ?? 0);
    for (const { labels } of await prometheus.query('ALERTS{alertstate="firing"}')) {
      const what = `${labels['monitor'] ?? 'no monitor'}: ${labels['alertname']}`;
      if (!told.has(what)) say(`${String(seconds(Date.now() - beganAtMs)).padStart(4)} s  ${what}`);
      told.add(what);
    }
  }
  const wasBusy = load > busyPerCore * availableParallelism();
  if (wasBusy)
    say(`The machine was busy (a load of ${Math.round(load)}): what tells of slowness is not judged.`);
  const lookBack = (Date.now() - beganAtMs + calmMs) / 1000;
  const findings: Finding[] = [];
  for (const { outage } of scenes) {
    const series = await prometheus.range(
      `max by (alertname) (ALERTS{alertstate="firing", monitor="${outage.name}"})`,
      lookBack,
    );
    const fired = series.map(({ labels, times }) => ({
      name: labels['alertname'] ?? '',
      fromSeconds: Math.round((times[0] ?? 0) - beganAtMs / 1000),
      toSeconds: Math.round((times.at(-1) ?? 0) - beganAtMs / 1000),
    }));
    const mistakes = judgeOutage(outage.fires, fired, { watchedSeconds: watchedMs / 1000, wasBusy });
    findings.push({ outage, fired, mistakes });
    failures.push(...mistakes.map((mistake) => `${outage.name}: ${mistake}`));
  }
  for (const { labels } of await prometheus.query('ALERTS{alertstate="firing", monitor=""}'))
    failures.push(`${labels['alertname']} fires of no monitor`);
  const table = tableOf(findings, rules, { watchedSeconds: watchedMs / 1000, wasBusy });
  say(`\n${table}\n`);

  if (scenes.some(({ outage }) => outage.name === panelMonitor)) {
    const { asked, empty } = await emptyPanels(prometheus, panelMonitor, lookBack);
    say(
      `Dashboards: ${asked} panels were asked of the monitor ${panelMonitor}, ${empty.length} questions stayed empty.`,
    );
    failures.push(...empty.map((panel) => `the panel is empty: ${panel}`));
  }
  for (const failure of failures) say(`NOT AS EXPECTED: ${failure}`);
  if (failures.length === 0 && writes) {
    writeTable(table);
    say('docs/operations.md has the new table.');
  }
  return failures.length === 0 ? 0 : 1;
}

const seconds = (ms: number) => Math.round(ms / 1000);

/** As deploy/prometheus/prometheus.yml, but for where the nodes are found. */
function configOf(scenes: readonly Scene[]): string {
  const nodes = scenes.flatMap(({ outage, stage }) =>
    stage.nodes.map(({ role, node }) => ({
      targets: [new URL(node.url).host],
      labels: { monitor: outage.name, role },
    })),
  );
  const shown = scenes
    .filter(({ outage }) => outage.env?.['MONITOR_INSTANCE_METRICS'] !== undefined)
    .map(({ outage, stage }) => ({
      targets: [new URL(stage.nodeOf('api').url).host],
      labels: { monitor: outage.name },
    }));
  return JSON.stringify({
    global: { scrape_interval: '10s', scrape_timeout: '5s', evaluation_interval: '10s' },
    rule_files: ['rules.yaml'],
    scrape_configs: [
      { job_name: 'service-monitor', static_configs: nodes },
      {
        job_name: 'service-monitor-instances',
        metrics_path: '/metrics/instances',
        authorization: { type: 'Bearer', credentials_file: 'key' },
        static_configs: shown,
      },
    ],
  });
}
