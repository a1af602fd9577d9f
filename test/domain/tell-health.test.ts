import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asksFor } from '../../src/domain/channel-events.ts';
import { type Health, healths } from '../../src/domain/health.ts';
import { type ToldHealth, tellHealth } from '../../src/domain/tell-health.ts';

const minuteMs = 60_000;

describe('what is told of the health of a service', () => {
  test.each<[Health | null, ToldHealth | null, ReturnType<typeof tellHealth>]>([
    [null, null, { kind: 'nothing' }],
    ['healthy', null, { kind: 'nothing' }],
    ['degraded', null, { kind: 'tell', from: 'healthy', to: 'degraded' }],
    ['unhealthy', { health: 'unhealthy', atMs: 0 }, { kind: 'nothing' }],
    ['healthy', { health: 'unhealthy', atMs: 0 }, { kind: 'tell', from: 'unhealthy', to: 'healthy' }],
    [null, { health: 'unhealthy', atMs: 0 }, { kind: 'nothing' }],
    ['healthy', { health: 'unhealthy', atMs: 70_001 }, { kind: 'wait', untilMs: 130_001 }],
    ['degraded', { health: 'unhealthy', atMs: 70_000 }, { kind: 'tell', from: 'unhealthy', to: 'degraded' }],
  ])('when it says %s and %o was told', (worst, told, telling) => {
    expect(tellHealth({ worst, told }, 130_000)).toEqual(telling);
  });

  test('is one message a minute at most, and in the end the truth, however often it changes', () => {
    const lives = fc.array(
      fc.record({ health: fc.constantFrom(...healths), forMs: fc.integer({ min: 1, max: 100_000 }) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(lives, (life) => {
        const messages: ToldHealth[] = [];
        let told: ToldHealth | null = null;
        let nowMs = 0;
        let worst: Health = 'healthy';
        /** Looks now, and again when it is said to be worth it, as the timer does. */
        const look = (untilMs: number) => {
          for (let atMs = nowMs; ; ) {
            const telling = tellHealth({ worst, told }, atMs);
            if (telling.kind === 'nothing') return;
            if (telling.kind === 'tell') {
              expect(telling.from).toBe(told?.health ?? 'healthy');
              told = { health: telling.to, atMs };
              messages.push(told);
            } else if (telling.untilMs > untilMs) return;
            else atMs = telling.untilMs;
          }
        };
        for (const { health, forMs } of life) {
          worst = health;
          look(nowMs + forMs - 1);
          nowMs += forMs;
        }
        look(nowMs + minuteMs);
        expect(messages.at(-1)?.health ?? 'healthy').toBe(worst);
        messages.reduce(
          (before, message) => {
            expect(message.atMs - before.atMs).toBeGreaterThanOrEqual(minuteMs);
            expect(message.health).not.toBe(before.health);
            return message;
          },
          { health: 'healthy', atMs: -minuteMs } as ToldHealth,
        );
      }),
    );
  });
});

test('a channel is told of incidents, unless it says what it asks for', () => {
  const asked = (events?: ('incidents' | 'health')[]) => [
    asksFor({ events }, 'incidents'),
    asksFor({ events }, 'health'),
  ];
  expect(asked()).toEqual([true, false]);
  expect(asked(['incidents'])).toEqual([true, false]);
  expect(asked(['health'])).toEqual([false, true]);
  expect(asked(['health', 'incidents'])).toEqual([true, true]);
});
