import { describe, expect, it } from 'vitest';
import { formatChanges } from '../../src/dashboard/wording/format-changes.ts';
import { aService } from './things.ts';

const many = (status: 'Down' | 'Healthy') =>
  ['a', 'b', 'c', 'd'].map((serviceId) => aService({ serviceId, status }));

describe('what a screen reader says of a change', () => {
  it('is nothing when nothing changed', () => {
    expect(formatChanges([aService()], [aService({ lastHeartbeatAt: null })])).toBeNull();
  });

  it('names a few services', () => {
    const after = [aService({ status: 'Down' }), aService({ serviceId: 'new', serviceName: 'mail' })];
    expect(formatChanges([aService()], after)).toBe(
      'checkout in production is Down. mail in production is Healthy.',
    );
  });

  it('counts many', () => {
    expect(formatChanges(many('Healthy'), many('Down'))).toBe(
      '4 services changed their status, 4 of them to Down.',
    );
    expect(formatChanges(many('Down'), many('Healthy'))).toBe('4 services changed their status.');
  });
});
