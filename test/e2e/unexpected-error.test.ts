import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startMonitor } from '../support/start-monitor.ts';

/** Put into the real program from outside: on SIGWINCH it does what no code of ours should. */
const faults = {
  'a promise that nobody waits for fails': 'Promise.reject(new Error("unexpected"))',
  'an error is thrown where nobody catches it': 'setTimeout(() => { throw new Error("unexpected") })',
};

test.each(Object.entries(faults))(
  'when %s, it is logged and the program ends with 1',
  async (_what, code) => {
    const program = `process.on("SIGWINCH",()=>{${code}})`;
    const preload = `data:text/javascript,${encodeURIComponent(program)}`;
    const monitor = await startMonitor({ env: { NODE_OPTIONS: `--import=${preload}` } });
    process.kill(monitor.pid, 'SIGWINCH');
    await eventually('the program has ended', () => monitor.exitCode() !== null);
    expect(monitor.exitCode()).toBe(1);
    expect(monitor.printed()).toMatch(/"level":60.*unexpected/);
    await monitor.stop();
  },
);
