import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

export interface Prometheus {
  /** What an expression gives now: each value with its labels. */
  query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]>;
  /** When an expression gave anything within the last seconds, in seconds since 1970, each five; and what. */
  range(
    expression: string,
    seconds: number,
  ): Promise<{ labels: Record<string, string>; times: number[]; values: number[] }[]>;
  stop(): Promise<void>;
}

interface Answer {
  data: { result: { metric: Record<string, string>; value: [number, string] }[] };
}

interface RangeAnswer {
  data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
}

export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

/** Debian's Prometheus with a configuration, and files beside it by their names. */
export async function startPrometheus(
  config: string,
  files: Record<string, string> = {},
): Promise<Prometheus> {
  const dir = mkdtempSync(join(tmpdir(), 'prometheus-'));
  for (const [name, text] of Object.entries({ ...files, 'prometheus.yml': config }))
    writeFileSync(join(dir, name), text);
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = once(child, 'exit');
  await eventually('Prometheus is ready', async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}:\n${said}`);
    return fetch(`${url}/-/ready`).then(
      (reply) => reply.ok,
      () => false,
    );
  });
  return {
    async query(expression) {
      const reply = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { data } = (await reply.json()) as Answer;
      return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
    },
    async range(expression, seconds) {
      const end = Date.now() / 1000;
      const about = { query: expression, start: String(end - seconds), end: String(end), step: '5' };
      const reply = await fetch(`${url}/api/v1/query_range?${new URLSearchParams(about).toString()}`);
      const { data } = (await reply.json()) as RangeAnswer;
      return data.result.map(({ metric, values }) => ({
        labels: metric,
        times: values.map(([time]) => time),
        values: values.map(([, value]) => Number(value)),
      }));
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
