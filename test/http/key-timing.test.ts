import { expect, it, onTestFinished } from 'vitest';
import { openKeyRing } from '../../src/http/key-ring.ts';
import { generateKeyText, toApiKey } from '../../src/store/access/make-key.ts';

const rounds = 60;
const asksARound = 500;

it('a key that nobody has, and one of which only the secret is wrong, take the same time to be refused', async () => {
  const keys = Array.from({ length: 100 }, () => generateKeyText());
  const stored = keys.map((text) => toApiKey(text, { name: 'test' }));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
  const ring = openKeyRing(null, log);
  await ring.follow({ all: async () => stored } as never);
  onTestFinished(() => ring.close());
  expect(ring.find(keys[0])).toMatchObject({ keyId: stored[0]?.keyId });

  const good = keys[0] ?? '';
  const candidates = {
    unknown: generateKeyText(),
    // Right up to the last character: a comparison that stops early would take longest here.
    almostRight: `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
    // Wrong from the first character of the secret on.
    wrongAtOnce: `${good.slice(0, 13)}${'-'.repeat(43)}`,
  };
  const tookMs: Record<string, number[]> = { unknown: [], almostRight: [], wrongAtOnce: [] };
  for (let round = -5; round < rounds; round++) {
    for (const [name, text] of Object.entries(candidates)) {
      const startedAtMs = performance.now();
      for (let i = 0; i < asksARound; i++) if (ring.find(text) !== null) throw new Error('let in');
      if (round >= 0) tookMs[name]?.push(performance.now() - startedAtMs);
    }
  }
  // The quickest round is one that nothing else on the machine disturbed.
  const times = Object.values(tookMs).map((ms) => Math.min(...ms));
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.25);
});
