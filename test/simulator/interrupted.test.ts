import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { openNpmStart } from '../support/open-npm-start.ts';
import { hasTerminal, type Terminal } from '../support/open-terminal.ts';
import { StandInMonitor } from './stand-in-monitor.ts';

const ctrlC = '\x03';
const fleet = '--services 3 --instances 2 --down-after 1m --kill 50%'.split(' ');

const requestsOf = ({ requests }: StandInMonitor, end: string) =>
  requests.filter(({ path }) => path.endsWith(end));
const deregistrations = ({ requests }: StandInMonitor) =>
  requests.filter(({ method }) => method === 'DELETE');

/** `npm start -- simulate` as README.md has it, with 6 instances. */
async function simulate(monitor: StandInMonitor, interval: string): Promise<Terminal> {
  const dir = mkdtempSync(join(tmpdir(), 'interrupted-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const args = [
    'simulate',
    '--url',
    await monitor.listen(),
    '--key',
    monitor.apiKey,
    ...fleet,
    '--interval',
    interval,
  ];
  const terminal = openNpmStart(dir, args, {});
  onTestFinished(() => terminal.close());
  await eventually('its fleet is there', () => requestsOf(monitor, '/register').length === 6, 60_000);
  return terminal;
}

describe.skipIf(!hasTerminal)('npm start -- simulate in a terminal', () => {
  test.concurrent.each([1, 5])(
    'deregisters every instance when Ctrl-C is pressed, times: %i',
    async (times) => {
      const monitor = new StandInMonitor({ downAfterMs: 60_000 });
      const terminal = await simulate(monitor, '200ms');
      await eventually('some are killed', () => terminal.printed().includes('killed 3 instances'));
      terminal.press(ctrlC.repeat(times));
      expect(await terminal.ended).toBe(0);
      expect(deregistrations(monitor)).toHaveLength(6);
      expect(terminal.printed()).toContain('Interrupted');
      await monitor.close();
    },
  );

  test.concurrent('ends at once when Ctrl-C is pressed again for more than two seconds', async () => {
    const monitor = new StandInMonitor({ downAfterMs: 60_000 });
    // So long an answer is waited for.
    const terminal = await simulate(monitor, '5s');
    monitor.interfere = ({ method }) => (method === 'DELETE' ? 'no answer' : null);
    terminal.press(ctrlC);
    await eventually('deregistrations are under way', () => deregistrations(monitor).length > 0);
    const pressedAtMs = performance.now();
    const pressing = setInterval(() => terminal.press(ctrlC), 100);
    await terminal.ended;
    clearInterval(pressing);
    expect(performance.now() - pressedAtMs).toBeGreaterThan(1_900);
    expect(terminal.printed()).toContain('Ended at once');
    expect(terminal.printed()).not.toContain('Interrupted');
  });
});
