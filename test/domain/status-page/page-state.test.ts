import { describe, expect, test } from 'vitest';
import type { ServiceStatus } from '../../../src/domain/status.ts';
import { pageState, pageStates, type SeenService } from '../../../src/domain/status-page/page-state.ts';

const seen = (status: ServiceStatus, more: Partial<SeenService> = {}): SeenService => ({
  ...{ status, isMaintained: false, isInDoubt: false, ...more },
});

describe('what the public is told', () => {
  test.each<[ServiceStatus, string]>([
    ['Healthy', 'operational'],
    ['Degraded', 'degraded'],
    ['Recovered', 'recovering'],
    ['Down', 'down'],
    ['Pending', 'notWatched'],
    ['Stopped', 'notWatched'],
  ])('of a service that is %s is "%s"', (status, state) => {
    expect(pageState.ofService(seen(status))).toBe(state);
  });

  test('is never that a service works while its status is in doubt; announced maintenance is known all the same', () => {
    for (const status of ['Healthy', 'Down'] as const) {
      expect(pageState.ofService(seen(status, { isInDoubt: true }))).toBe('unknown');
      expect(pageState.ofService(seen(status, { isInDoubt: true, isMaintained: true }))).toBe('maintenance');
    }
  });

  test('of a component is the worst of its services, and those that nobody watches count for nothing beside others', () => {
    expect(pageState.ofComponent([seen('Healthy'), seen('Down'), seen('Degraded')])).toBe('down');
    expect(pageState.ofComponent([seen('Healthy'), seen('Healthy', { isInDoubt: true })])).toBe('unknown');
    expect(pageState.ofComponent([seen('Healthy'), seen('Stopped')])).toBe('operational');
    expect([pageState.ofComponent([seen('Stopped')]), pageState.ofComponent([])]).toEqual([
      ...['notWatched', 'notWatched'],
    ]);
  });

  test('of a page is operational only if all of it is, and unknown without anything', () => {
    for (const state of pageStates)
      expect(pageState.worst(['operational', state, 'operational'])).toBe(state);
    expect(pageState.worst(['unknown', 'degraded'])).toBe('degraded');
    expect(pageState.worst([])).toBe('unknown');
  });
});
