import fc from 'fast-check';
import { call } from '../call.ts';
import type { Monitor } from '../start-monitor.ts';
import { fire } from './fire.ts';
import { startHeart } from './heart.ts';
import { judge } from './judge.ts';
import { operationsOf } from './operations.ts';
import { type Shot, shotsAt } from './shots.ts';
import { watchKeys } from './watch-keys.ts';

/** What a run found; without faults every promise was kept. */
export interface FuzzReport {
  requests: number;
  seed: number;
  seconds: number;
  operations: number;
  /** Answers by status. */
  answers: Record<string, number>;
  hangs: number;
  faults: string[];
  heart: { sent: number; p50Ms: number; p99Ms: number; maxMs: number };
  slowestMs: number;
}

const mostFaults = 20;
const chunkSize = 5_000;

/** Fires mutated requests at a running monitor, `atOnce` side by side, while one instance goes on beating. */
export async function runFuzz(
  monitor: Monitor,
  options: {
    requests: number;
    seed: number;
    atOnce: number;
    progress(done: number, faults: number): void;
    fault?(text: string): void;
  },
): Promise<FuzzReport> {
  const startedAtMs = performance.now();
  const ids = await prepare(monitor);
  const heart = await startHeart(monitor);
  const operations = operationsOf((await call(monitor, 'GET', '/openapi.json')).body, ids);
  const livingId = heart.instanceId;
  const shots = shotsAt({ operations, ids, livingId, key: monitor.key, host: new URL(monitor.url).host });
  const keys = await watchKeys(monitor.redis);
  const report = { answers: {} as Record<string, number>, hangs: 0, faults: [] as string[], slowestMs: 0 };

  function note(fault: string, shot?: Shot): void {
    if (report.faults.length >= mostFaults) return;
    const sent =
      shot === undefined ? '' : `\n  sent: ${JSON.stringify(shot.bytes.toString('latin1').slice(0, 1_500))}`;
    report.faults.push(`${fault}${sent}`);
    options.fault?.(`${fault}${sent}`);
  }

  async function take(shot: Shot): Promise<void> {
    const outcome = await fire(monitor.port, shot);
    const [method = '', path = ''] = shot.bytes.toString('latin1', 0, 200).trimStart().split(' ');
    for (const answer of outcome.answers) {
      report.answers[answer.status] = (report.answers[answer.status] ?? 0) + 1;
      // On a connection with several requests any of them may have made it.
      keys.explain(answer, outcome.answers.length > 1 ? '' : method, path);
    }
    if (outcome.answers.length < outcome.asked) keys.doubt(shot.bytes);
    if (outcome.end === 'hung') report.hangs++;
    report.slowestMs = Math.max(report.slowestMs, outcome.elapsedMs);
    const afterMs = outcome.elapsedMs.toFixed(0);
    for (const fault of judge(shot, outcome, { key: monitor.key, livingId }))
      note(`${fault}, after ${afterMs} ms`, shot);
  }

  for (let done = 0; done < options.requests; done += chunkSize) {
    const numRuns = Math.min(chunkSize, options.requests - done);
    const chunk = fc.sample(shots, { numRuns, seed: options.seed + done });
    const next = chunk.values();
    await Promise.all(
      Array.from({ length: options.atOnce }, async () => {
        for (const shot of next) await take(shot);
      }),
    );
    for (const key of await keys.unexplained()) {
      const found = key.includes(':i:') ? JSON.stringify(await monitor.redis.hgetall(key)) : '';
      note(`after ${done + numRuns} requests Redis holds ${key} ${found}`);
    }
    options.progress(done + numRuns, report.faults.length);
  }
  const { bad, ...beats } = await heart.stop();
  for (const each of bad) note(each);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const { requests, seed } = options;
  return { requests, seed, seconds, operations: operations.length, ...report, heart: beats };
}

/** Instances and services that requests can name. */
async function prepare(monitor: Monitor): Promise<string[]> {
  const ids: string[] = [];
  for (const instanceId of ['a', 'b', 'c']) {
    const body = { serviceName: `target-${instanceId}`, environment: 'fuzz', instanceId };
    const registered = (await call(monitor, 'POST', '/api/services/register', { body })).body;
    ids.push(registered.instanceId, registered.serviceId);
    await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId: registered.instanceId } });
  }
  return ids;
}
