import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMonitor } from '../support/start-monitor.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/start-otlp-receiver.ts';

const hook = new URL('../support/note-modules.mjs', import.meta.url).href;
let dir: string;
let collector: OtlpReceiver;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'modules-'));
  collector = await startOtlpReceiver();
});
afterAll(async () => {
  await collector.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The packages of OpenTelemetry, and our own files for it, that a running monitor has loaded. */
async function loadedWith(name: string, env: Record<string, string>): Promise<string[]> {
  const path = join(dir, name);
  const noting = { NODE_OPTIONS: `--import=${hook}`, NOTE_MODULES: path };
  const monitor = await startMonitor({ env: { ...env, ...noting }, isSource: true });
  expect((await fetch(`${monitor.url}/metrics`)).status).toBe(200);
  expect(await monitor.stop()).toBe(0);
  const loaded = readFileSync(path, 'utf8').matchAll(/\/(@opentelemetry\/[\w-]+|src\/telemetry\/otel)\//g);
  return [...new Set([...loaded].map(([, found = '']) => found))].sort();
}

// prom-client itself asks for the interface, an empty shell of a few milliseconds.
const always = ['@opentelemetry/api'];

test('without an endpoint nothing of OpenTelemetry is loaded, whatever else is set', async () => {
  expect(await loadedWith('off', { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' })).toEqual(
    always,
  );
});

test('nor when it is disabled; with an endpoint all of it is', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  expect(await loadedWith('disabled', { ...endpoint, OTEL_SDK_DISABLED: 'true' })).toEqual(always);
  expect(collector.requests).toEqual([]);
  const loaded = await loadedWith('on', endpoint);
  for (const name of ['@opentelemetry/sdk-trace', '@opentelemetry/sdk-metrics', 'src/telemetry/otel'])
    expect(loaded).toContain(name);
});

test('where its packages are missing one line says so, and the monitor runs', async () => {
  const hide = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  return next(name === '@opentelemetry/sdk-trace' ? '@opentelemetry/not-installed' : name, context);
} });`;
  const monitor = await startMonitor({
    isSource: true,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hide)}`,
    },
  });
  const lines = monitor.printed().split('\n');
  const said = lines.filter((line) => line.includes('OpenTelemetry'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('Check that its packages are installed');
  expect(said[0]).toContain('@opentelemetry/not-installed');
  expect(await monitor.stop()).toBe(0);
});
