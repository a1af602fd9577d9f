import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MonitorStatus } from '../../src/monitor-status.ts';
import { until } from './until.ts';

export type AppMessage = { kind: 'listening'; port: number } | { kind: 'status'; status: MonitorStatus };

/** An application of its own, with the SDK in it, that can be frozen and killed. */
export class AppProcess {
  readonly child: ChildProcess;
  readonly output: string[] = [];
  port = 0;
  status: MonitorStatus | null = null;

  constructor(name: string, env: Record<string, string>) {
    this.child = fork(fileURLToPath(new URL(`./apps/${name}.ts`, import.meta.url)), {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
      silent: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => this.output.push(String(chunk)));
    }
    this.child.on('message', (message: AppMessage) => {
      if (message.kind === 'listening') this.port = message.port;
      else this.status = message.status;
    });
  }

  async listening(): Promise<this> {
    await until(`the application to listen: ${this.output.join('')}`, () => this.port > 0);
    return this;
  }

  /** The status that the SDK in the application tells, once it is as wanted. */
  async untilStatus(what: string, isWanted: (status: MonitorStatus) => boolean): Promise<MonitorStatus> {
    return until(what, () => {
      if (this.child.connected) this.child.send('status');
      return this.status !== null && isWanted(this.status) && this.status;
    });
  }

  async exited(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return { code: this.child.exitCode, signal: this.child.signalCode };
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited();
  }
}
