import { type RunningMonitor, startMonitor } from '../../support/start-monitor.ts';
import { quietPort } from './quiet-port.ts';

/** One process of the monitor that can be killed, frozen and started again at the same address. */
export class MonitorNode {
  readonly roles: string;
  readonly url: string;
  readonly #start: () => Promise<RunningMonitor>;
  #running: RunningMonitor | null = null;
  #printed = '';

  private constructor(roles: string, port: number, start: () => Promise<RunningMonitor>) {
    this.roles = roles;
    this.url = `http://127.0.0.1:${port}`;
    this.#start = start;
  }

  static async open(
    roles: string,
    redisUrl: string,
    file: string,
    env: Record<string, string>,
  ): Promise<MonitorNode> {
    const port = await quietPort();
    const more = { MONITOR_ROLES: roles, MONITOR_PORT: String(port) };
    const node = new MonitorNode(roles, port, () =>
      startMonitor({ redisUrl, file, env: { ...env, ...more } }),
    );
    await node.start();
    return node;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Null while it does not run. */
  get pid(): number | null {
    return this.#running?.pid ?? null;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    this.#running ??= await this.#start();
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.kill();
    this.#printed += running?.printed() ?? '';
  }

  /** SIGTERM; resolves to its exit code. */
  async stop(): Promise<number | null> {
    const running = this.#running;
    this.#running = null;
    const code = (await running?.stop()) ?? null;
    this.#printed += running?.printed() ?? '';
    return code;
  }

  freeze(): void {
    if (this.#running !== null) process.kill(this.#running.pid, 'SIGSTOP');
  }

  thaw(): void {
    if (this.#running !== null) process.kill(this.#running.pid, 'SIGCONT');
  }

  /** All that it printed in all its lives. */
  printed(): string {
    return this.#printed + (this.#running?.printed() ?? '');
  }
}
