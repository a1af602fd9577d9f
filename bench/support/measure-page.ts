import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { giveKey, startBrowser } from '../../test/dashboard/start-browser.ts';
import type { BenchResult } from '../bench.ts';
import { whenTold } from './judge-told.ts';
import { percentile } from './percentile.ts';
import { readEvents } from './read-events.ts';
import { benchKey } from './start-node.ts';
import type { StreamClientsReport } from './start-stream-clients.ts';

/** Resolves in the page when what is looked for is drawn, to the milliseconds since the page was asked for. */
const drawnWhen = (found: string) => `new Promise((resolve) => {
  const look = () => (${found} ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look));
  look();
})`;

/** Notes in the page when each row has which status, as soon as that is drawn. */
const noteRows = `
  window.seen = [];
  const known = new Map();
  const look = () => {
    for (const row of document.querySelectorAll('.row')) {
      const serviceId = row.getAttribute('href').slice('#/services/'.length);
      const status = row.querySelector('.chip').innerText.trim();
      if (known.get(serviceId) === status) continue;
      known.set(serviceId, status);
      window.seen.push({ client: 0, serviceId, status, atMs: Date.now() });
    }
  };
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(look))).observe(document.body, { childList: true, subtree: true, characterData: true });
`;

const readings = 5;

/** How soon the real page is drawn, how soon a change is, and what comes over the network while nothing happens. */
export async function measurePage(parts: {
  redis: Redis;
  url: string;
  instances: number;
  restMs: number;
  /** Has services come and go. */
  change(): Promise<void>;
  say(text: string): void;
}): Promise<BenchResult> {
  const { redis, url, instances, restMs, change, say } = parts;
  const browser = await startBrowser();
  try {
    const { tab } = browser;
    await tab.picture({ width: 1_920, height: 1_080 });
    await tab.goTo(url);
    await giveKey(tab, benchKey);
    await tab.run(drawnWhen(`document.querySelector('.row')`));
    const paintsMs: number[] = [];
    for (let n = 0; n < readings; n++) {
      await tab.goTo('about:blank');
      await tab.goTo(url);
      paintsMs.push(await tab.run<number>(drawnWhen(`document.querySelector('.row')`)));
    }
    say(`first paint: ${paintsMs.map(Math.round).join(', ')} ms`);
    await wait(3_000);
    const received = await tab.countReceived();
    await wait(restMs);
    const bytesPerSecond = received() / (restMs / 1_000);
    say('rest is measured');

    await tab.run(`location.hash = '#/?text=visitor-'`);
    await tab.run(noteRows);
    const startedAtMs = Date.now();
    await change();
    await wait(2_000);
    const committed = (await readEvents(redis)).filter(
      ({ committedAtMs, event }) =>
        committedAtMs >= startedAtMs &&
        event.type === 'service.changed' &&
        event.serviceName.startsWith('visitor-'),
    );
    const seen = await tab.run<StreamClientsReport['services']>('window.seen');
    const told = whenTold(committed, seen, 1);
    say('changes are measured');

    const mapMs = await mapDrawn(tab.run.bind(tab), change);
    const round = (ms: number) => `${Math.round(ms)} ms`;
    const row = (what: string, value: string | number, target: string) => ({ what, value, target });
    return {
      tables: [
        {
          title: `the page in Chromium, ${instances} instances`,
          rows: [
            row('first paint of the list, median', round(percentile(paintsMs, 0.5)), '< 1 s'),
            row('first paint of the list, longest', round(Math.max(...paintsMs)), ''),
            row('commit to drawn, median', round(percentile(told.latenciesMs, 0.5)), '≤ 300 ms'),
            row('commit to drawn, p99', round(percentile(told.latenciesMs, 0.99)), ''),
            row('changes that were drawn', told.latenciesMs.length, ''),
            row('at rest', `${(bytesPerSecond / 1024).toFixed(2)} KiB/s`, '≤ 5 KiB/s'),
            row('map, first drawn', round(mapMs.first), ''),
            row('map, drawn anew', `${mapMs.anew.toFixed(1)} ms`, '< 50 ms'),
            row('map, longest task while changes come', round(mapMs.longestTask), ''),
          ],
        },
      ],
      figures: {
        instances,
        paintsMs,
        bytesPerSecond,
        latenciesMs: told.latenciesMs,
        missed: told.missed,
        mapMs,
      },
      mistakes: told.missed > 0 ? [`${told.missed} changes were not drawn`] : [],
    };
  } finally {
    await browser.stop();
  }
}

/** Opens the map, and draws it anew by changes. */
async function mapDrawn(
  run: <T>(program: string) => Promise<T>,
  change: () => Promise<void>,
): Promise<{ first: number; anew: number; longestTask: number }> {
  const startedMs = await run<number>('performance.now()');
  await run(`location.hash = '#/map'`);
  const canvas = `document.querySelector('.cell-map canvas')?.dataset.drawnInMs`;
  const drawnMs = await run<number>(drawnWhen(canvas));
  await run(`
    window.tasks = [0];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  `);
  await change();
  const anew = Number(await run<string>(canvas));
  return { first: drawnMs - startedMs, anew, longestTask: await run<number>('Math.max(...window.tasks)') };
}
