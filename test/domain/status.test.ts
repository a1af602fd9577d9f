import { expect, test } from 'vitest';
import { isLiving, livingStatuses } from '../../src/domain/status.ts';

test.each(['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered'] as const)(
  'an instance that is %s counts for its service',
  (status) => {
    expect(isLiving(status)).toBe(true);
    expect(livingStatuses).toContain(status);
  },
);

test.each(['Stopped', 'Replaced', 'Expired'] as const)(
  'an instance that is %s has left its service',
  (status) => {
    expect(isLiving(status)).toBe(false);
  },
);
