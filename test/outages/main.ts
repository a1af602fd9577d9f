/**
 * Causes outages on the real program, each on a monitor of its own, all watched by one real Prometheus with the rules that
 * are delivered, in real time; prints which alerts fired, and when.
 *
 *   npx node test/outages/main.ts [name of an outage …]
 */
import { readFileSync } from 'node:fs';
import { hasPrometheus, startPrometheus } from '../support/start-prometheus.ts';
import { type Outage, outages } from './outages.ts';
import { openStage, type Stage } from './stage.ts';

/** What is seen before an outage is caused, so that rates have something to begin with. */
const calmMs = 60_000;
/** The longest outage, the longest wait of an alert after it, and the window that it looks at. */
const watchedMs = 6 * 60_000;

const rules = readFileSync(new URL('../../deploy/prometheus/rules.yaml', import.meta.url), 'utf8');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function configOf(stages: readonly { outage: Outage; stage: Stage }[]): string {
  const groups = stages.flatMap(({ outage, stage }) =>
    stage.nodes.map(({ role, node }) => ({
      targets: [new URL(node.url).host],
      labels: { monitor: outage.name, role },
    })),
  );
  return JSON.stringify({
    global: { scrape_interval: '10s', scrape_timeout: '5s', evaluation_interval: '10s' },
    rule_files: ['rules.yaml'],
    scrape_configs: [{ job_name: 'service-monitor', static_configs: groups }],
  });
}

const wanted = process.argv.slice(2);
const chosen = outages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (!hasPrometheus) {
  process.stdout.write('Not run: there is no prometheus on this machine (Debian has it as a package).\n');
  process.exit(0);
}
const stages: { outage: Outage; stage: Stage }[] = [];
// One after another: who starts all at once makes each slow.
for (const outage of chosen) stages.push({ outage, stage: await openStage(outage) });
const prometheus = await startPrometheus(configOf(stages), { 'rules.yaml': rules });
await wait(calmMs);
const beganAtMs = Date.now();
const causes = stages.map(async ({ outage, stage }) => outage.cause(stage));
await wait(watchedMs);
await Promise.all(causes);

let failures = 0;
for (const { outage } of stages) {
  const fired = await prometheus.range(
    `sum by (alertname) (ALERTS{alertstate="firing", monitor="${outage.name}"})`,
    (Date.now() - beganAtMs + calmMs) / 1000,
  );
  const names = fired.map(({ labels }) => labels['alertname'] ?? '');
  const missing = outage.fires.filter((name) => !names.includes(name));
  const extra = names.filter((name) => !outage.fires.includes(name));
  failures += missing.length + extra.length;
  const when = fired.map(({ labels, times }) => {
    const [first = 0] = times;
    const afterSeconds = (time: number) => Math.round(time - beganAtMs / 1000);
    return `${labels['alertname']} (${afterSeconds(first)}–${afterSeconds(times.at(-1) ?? first)} s)`;
  });
  const verdict =
    missing.length + extra.length === 0
      ? 'as wanted'
      : `missing: ${missing.join()}; not wanted: ${extra.join()}`;
  process.stdout.write(`| ${outage.name} | ${when.join(', ') || 'none'} | ${verdict} |\n`);
}
await prometheus.stop();
await Promise.all(stages.map(({ stage }) => stage.close()));
process.exit(failures === 0 ? 0 : 1);
