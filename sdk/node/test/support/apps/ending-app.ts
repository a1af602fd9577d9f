import { setTimeout as wait } from 'node:timers/promises';
import { addMonitor } from '../../../src/add-monitor.ts';

/** Applications that end, each in its own way, once the monitor has heard of them; ENDING names the way. */
const monitor = addMonitor({ handleSignals: true, timeouts: { listenMs: 0 } });
const fault = new Error('the disk is on fire');

const endings: Record<string, () => unknown> = {
  'has nothing more to do': () => undefined,
  'has nothing more to do, with exit code 1': () => {
    process.exitCode = 1;
  },
  throws: () => {
    setImmediate(() => {
      throw fault;
    });
  },
  rejects: () => void Promise.reject(fault),
  'throws, tidies up and exits': () => {
    process.once('uncaughtException', () => {
      void monitor.stop().then(() => process.exit(1));
    });
    throw fault;
  },
  'rejects, tidies up and exits': () => {
    process.once('uncaughtException', async () => {
      await wait(200);
      await monitor.stop();
      process.exit(1);
    });
    void Promise.reject(fault);
  },
  'fails, says so and stops': async () => {
    process.exitCode = 3;
    await monitor.stop();
  },
  'exits with 0 directly': () => process.exit(0),
  'exits with 1 directly': () => process.exit(1),
  'exits with 0 while it stops': () => {
    void monitor.stop();
    process.exit(0);
  },
  'stops and exits with 0': () => void monitor.stop().then(() => process.exit(0)),
  'throws and exits at once': () => {
    process.once('uncaughtException', () => process.exit(1));
    throw fault;
  },
  'throws and exits with 0': () => {
    process.once('uncaughtException', () => void monitor.stop().then(() => process.exit(0)));
    throw fault;
  },
  'handles SIGTERM with an exit code': () => {
    process.once('SIGTERM', () => {
      process.exitCode = 4;
    });
    process.kill(process.pid, 'SIGTERM');
  },
  'handles SIGTERM with 143': () => {
    process.once('SIGTERM', () => {
      process.exitCode = 143;
    });
    process.kill(process.pid, 'SIGTERM');
  },
  'survives an exception and is stopped': () => {
    process.once('uncaughtException', () => void process.kill(process.pid, 'SIGTERM'));
    setImmediate(() => {
      throw fault;
    });
  },
};

while (monitor.status().heartbeats === 0) await wait(20);
setImmediate(() => void endings[process.env['ENDING'] ?? '']?.());
