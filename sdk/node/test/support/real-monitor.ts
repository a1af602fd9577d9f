import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';
import type { Json } from './wire.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
export const apiKey = `smk_testtest_${'x'.repeat(43)}`;

export interface InstanceReply {
  instanceId: string;
  status: string;
  port: number;
  url: string;
  processId: number;
  expectedIntervalSeconds: number;
  metadata: Json;
  lastHeartbeat: Record<string, number> | null;
}

/** The monitor itself, as a program of its own with a Redis of its own and limits made for tests. */
export class RealMonitor {
  readonly url: string;
  readonly #port: number;
  readonly #output: string[] = [];
  #process: ChildProcess | null = null;
  #dataDir = '';

  constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts with an empty Redis. */
  async start(): Promise<this> {
    this.#dataDir = mkdtempSync(join(tmpdir(), 'sdk-node-monitor-'));
    const path = `${join(repository, 'node_modules', '.bin')}:${process.env['PATH']}`;
    const child = spawn('node', [process.env['TEST_PROGRAM'] ?? 'src/main.ts', 'start'], {
      cwd: repository,
      env: {
        PATH: path,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        MONITOR_DATA_DIR: this.#dataDir,
        MONITOR_PORT: String(this.#port),
        MONITOR_API_KEY: apiKey,
        MONITOR_HEARTBEAT_INTERVAL: '1s',
        MONITOR_HEARTBEAT_GRACE: '300ms',
        MONITOR_DOWN_AFTER: '4s',
        MONITOR_BLIND_AFTER: '1s',
        // All files ask one monitor with one key, fifty times a second each. What the SDK sends is not limited.
        MONITOR_RATE_LIMIT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => this.#output.push(String(chunk)));
    this.#process = child;
    await until(`the monitor to be ready: ${this.#output.join('')}`, () => this.#isReady(), 40_000);
    return this;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null) return;
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async instance(instanceId: string): Promise<InstanceReply | null> {
    const reply = await fetch(`${this.url}/api/instances/${instanceId}`, {
      headers: { 'x-api-key': apiKey },
    });
    return reply.ok ? ((await reply.json()) as InstanceReply) : null;
  }

  /** The only instance of a service, once it is registered. */
  async instanceOf(service: string): Promise<InstanceReply> {
    return until(`an instance of ${service}`, async () => (await this.instancesOf(service))[0] ?? null);
  }

  async instancesOf(service: string): Promise<InstanceReply[]> {
    const [found] = await this.#items(
      `/api/services?name=${encodeURIComponent(service.replaceAll('*', '?'))}`,
    );
    if (found === undefined) return [];
    const instances = await this.#items(`/api/services/${String(found['serviceId'])}/instances`);
    return instances as unknown as InstanceReply[];
  }

  /** What becomes of the only instance of a service that has ended: Stopped, or Down. */
  async endOf(service: string): Promise<string> {
    return until(`the end of ${service}`, async () => {
      const { status } = await this.instanceOf(service);
      return (status === 'Stopped' || status === 'Down') && status;
    });
  }

  async #items(path: string): Promise<Record<string, unknown>[]> {
    const reply = await fetch(this.url + path, { headers: { 'x-api-key': apiKey } });
    return reply.ok ? ((await reply.json()) as { items: Record<string, unknown>[] }).items : [];
  }

  /** The instance, once it has the status. Keeps the others that it had on the way. */
  async untilStatus(instanceId: string, status: string, seen: string[] = []): Promise<InstanceReply> {
    return until(`${instanceId} to be ${status}; it was ${seen.join(', ')}`, async () => {
      const instance = await this.instance(instanceId);
      if (instance !== null && seen.at(-1) !== instance.status) seen.push(instance.status);
      return instance?.status === status && instance;
    });
  }

  async #isReady(): Promise<boolean> {
    if (this.#process?.exitCode !== null) throw new Error(`the monitor ended: ${this.#output.join('')}`);
    try {
      return (await fetch(`${this.url}/readyz`)).ok;
    } catch {
      return false;
    }
  }
}
