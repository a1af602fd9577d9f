import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** Where a figure was measured, and with which versions. */
export function describeMachine(): { text: string; facts: Record<string, unknown> } {
  const redis = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1] ?? '?';
  const versions = Object.fromEntries(
    ['fastify', 'bullmq', 'ioredis'].map((name) => {
      const text = readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8');
      return [name, (JSON.parse(text) as { version: string }).version];
    }),
  );
  const cores = availableParallelism();
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor';
  const facts = { cores, memoryGiB, cpu, node: process.versions.node, redis, ...versions };
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return {
    text: `${cores} cores, ${memoryGiB} GiB, ${cpu}; Node ${process.versions.node}, Redis ${redis}, ${list.join(', ')}`,
    facts,
  };
}
