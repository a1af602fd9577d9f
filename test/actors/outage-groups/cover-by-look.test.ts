import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createCoverByLook } from '../../../src/actors/outage-groups/cover-by-look.ts';

/** Rights whose clock is a count; `others` says what other workers have looked at. */
function open(lookForCauses: () => Promise<void>, others = { lookedAtMs: 0, isLooking: false }) {
  const warned: string[] = [];
  let clockMs = 100;
  let passedMs = 0;
  const coverByLook = createCoverByLook({
    rights: {
      lookedAtMs: async () => others.lookedAtMs,
      take: async () => (others.isLooking ? null : clockMs++),
      finished: async (beganAtMs) => void (others.lookedAtMs = beganAtMs),
    },
    lookForCauses,
    wait: async (ms) => void (passedMs += ms),
    now: () => passedMs,
    log: { info: () => undefined, error: () => undefined, warn: (_, message) => void warned.push(message) },
  });
  return { coverByLook, warned, passedMs: () => passedMs };
}

describe('a message that may have a cause in common with others', () => {
  test('waits for one look, however many wait', async () => {
    let looks = 0;
    const { coverByLook } = open(async () => {
      looks++;
      await wait(5);
    });
    await Promise.all(Array.from({ length: 50 }, () => coverByLook(90)));
    expect(looks).toBe(1);
  });

  test('needs no look that another worker has finished since', async () => {
    const { coverByLook } = open(
      async () => {
        throw new Error('nobody should look');
      },
      { lookedAtMs: 95, isLooking: false },
    );
    await coverByLook(90);
  });

  test('goes on after a second and a half if no look comes to an end', async () => {
    const { coverByLook, passedMs } = open(async () => undefined, { lookedAtMs: 0, isLooking: true });
    await coverByLook(90);
    expect(passedMs()).toBe(1_500);
  });

  test('goes on if the look fails, and the operator hears why', async () => {
    const { coverByLook, warned } = open(async () => {
      throw new Error('Redis is away');
    });
    await coverByLook(90);
    expect(warned[0]).toBe('could not look for common causes; each incident is told by itself');
  });
});
