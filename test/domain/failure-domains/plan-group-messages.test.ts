import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type KeptGroup, keptGroup } from '../../../src/domain/failure-domains/kept-group.ts';
import { type GroupedIncident, openGroup } from '../../../src/domain/failure-domains/outage-group.ts';
import { planGroupMessages } from '../../../src/domain/failure-domains/plan-group-messages.ts';
import { createIds } from '../../../src/domain/ids.ts';

const ids = createIds((text) => hash('sha256', text, 'buffer'));

const incident = (serviceName: string, rest: Partial<GroupedIncident> = {}): GroupedIncident => ({
  ...{ incidentId: `of ${serviceName}`, serviceId: serviceName, serviceName, environment: 'production' },
  ...{ channels: ['hook', 'mail'], downAfterMs: 120_000, isToldAlone: false, isOver: false },
  ...rest,
});

function kept(incidents: GroupedIncident[], more: Partial<KeptGroup> = {}): KeptGroup {
  const found = {
    cause: { kind: 'host' as const, values: ['h7'], serviceId: null },
    silentIds: new Set(['a', 'b', 'c']),
    ...{ members: 3, firstSilentAtMs: 1_000, lastSilentAtMs: 2_000 },
    ...{ inside: [], weakened: ['x'], notExplained: [] },
  };
  const group = openGroup(found, incidents, ids, 5_000);
  return { ...keptGroup.opened(group, { versionOf: null, notExplained: [] }, 5_000), ...more };
}

/** What each channel is told now, as `stage: names`; webhooks can be told of less, mails cannot. */
function plan(of: KeptGroup): Record<string, string> {
  if (of.due?.kind !== 'message') throw new Error('no message is due');
  const planned = planGroupMessages(of, of.due, (channelId) => channelId === 'hook');
  return Object.fromEntries(
    planned.map(({ channelId, message }) => [
      channelId,
      `${message.stage}: ${message.services.map(({ serviceName }) => serviceName).join(' ')}`,
    ]),
  );
}

const told = (incidents: number, cause = '["host",null,"h7"]') => ({ last: 'group 1', incidents, cause });

describe('the messages of a group', () => {
  test('go where those of its incidents would go, and name those only', () => {
    const group = kept([incident('cart'), incident('mail', { channels: ['mail'] })]);
    expect(plan(group)).toEqual({ hook: 'opened: cart', mail: 'opened: cart mail' });
  });

  test('go nowhere if each of its incidents was told by itself there', () => {
    const alone = incident('mail', { channels: ['team'], isToldAlone: true });
    expect(plan(kept([incident('cart'), alone]))).not.toHaveProperty('team');
  });

  test('follow when more is Down; that less is, only where a message can be followed up', () => {
    const both = { hook: told(1), mail: told(1) };
    const more = kept([incident('cart'), incident('mail')], { told: both });
    expect(plan(more)).toEqual({ hook: 'changed: cart mail', mail: 'changed: cart mail' });
    expect(plan(kept([incident('cart')], { told: both }))).toEqual({ hook: 'changed: cart' });
  });

  test('that somebody works on all are for who shows it, and was told of the group', () => {
    const both = kept([incident('cart', { acknowledgedBy: 'ada' })], {
      told: { hook: told(1), pager: told(1) },
    });
    const group = keptGroup.withMessage(both, 'acknowledged', 6_000);
    if (group.due?.kind !== 'message') throw new Error('no message is due');
    const planned = planGroupMessages(
      group,
      group.due,
      () => true,
      (id) => ['pager', 'mail'].includes(id),
    );
    expect(planned).toMatchObject([{ channelId: 'pager', message: { stage: 'acknowledged', services: [] } }]);
  });

  test('follow when the cause is a wider one', () => {
    const group = kept([incident('cart')], { told: { mail: told(1, 'another') } });
    expect(plan(group)['mail']).toBe('changed: cart');
  });

  test('of its end go to who was told of it, under the kind that resolves a page', () => {
    const group = keptGroup.withMessage(kept([incident('cart')], { told: { mail: told(1) } }), 'over', 9_000);
    expect(plan(group)).toEqual({ mail: 'over: cart' });
    const [end] = planGroupMessages(group, group.due as never, () => true);
    expect(end?.message).toMatchObject({ kind: 'group-over', groupId: group.group.groupId });
    expect(end?.after).toBe('group 1');
  });

  test('do not name who was over before any of them could, nor later', () => {
    const group = kept([incident('cart'), incident('mail', { isOver: true })], { told: { mail: told(1) } });
    expect(plan(group)).toMatchObject({ hook: 'opened: cart' });
    const after = keptGroup.withoutUntold(group);
    expect(after.group.incidents.map(({ channels }) => channels)).toEqual([['hook', 'mail'], []]);
    const relapsed = after.group.incidents.map((one) => ({ ...one, isOver: false }));
    const later = keptGroup.withMessage(
      { ...after, group: { ...after.group, incidents: relapsed } },
      'over',
      9_000,
    );
    expect(plan(later)).toMatchObject({ mail: 'over: cart' });
  });

  test('name to the end who was Down in one of them', () => {
    const both = [incident('cart', { isOver: true }), incident('mail')];
    const group = keptGroup.withMessage(kept(both, { told: { mail: told(2) } }), 'over', 9_000);
    expect(plan(group)).toEqual({ mail: 'over: cart mail' });
    expect(keptGroup.withoutUntold(group).group.incidents[0]?.channels).toContain('mail');
  });

  test('remind nobody who was just told by an escalation, and the other way round', () => {
    const paged = kept([incident('cart', { channels: ['mail'], escalatesTo: ['pager', 'mail'] })], {
      ...{ told: { mail: told(1) }, due: null },
    });
    const step = { incidentId: 'of cart', channelId: 'pager', afterMs: 1_000 };
    const escalated = keptGroup.escalated(paged, step, 10_000);
    if (escalated === null) throw new Error('nobody was told');
    const known = { ...escalated, told: { ...escalated.told, pager: told(1) } };
    expect(plan(keptGroup.withMessage(known, 'reminder', 20_000))).toEqual({ mail: 'reminder: cart' });
    expect(plan(keptGroup.withMessage(known, 'reminder', 41_000))).toHaveProperty('pager');
    const { group } = paged;
    const reminded = { ...paged, group: { ...group, reminders: { count: 1, lastAtMs: 9_000 } } };
    expect(keptGroup.escalated(reminded, { ...step, channelId: 'mail' }, 10_000)?.due).toBeNull();
    expect(keptGroup.escalated(reminded, step, 10_000)?.due).not.toBeNull();
  });

  test('are no longer than a thousand services', () => {
    const many = Array.from({ length: 1_500 }, (_, i) => incident(`s${i}`));
    const group = kept(many);
    const [first] = planGroupMessages(group, group.due as never, () => true);
    expect(first?.message.services).toHaveLength(1_000);
  });
});

test('of a large group the ids of some instances are kept, and its numbers are of all', () => {
  const silentIds = new Set(Array.from({ length: 5_000 }, (_, i) => `i${i}`));
  const found = {
    ...{ cause: { kind: 'everything' as const }, silentIds, members: 8_000 },
    ...{ firstSilentAtMs: 0, lastSilentAtMs: 0, inside: [], weakened: [], notExplained: [] },
  };
  const large = keptGroup.opened(
    openGroup(found, [incident('cart')], ids, 0),
    { versionOf: null, notExplained: [] },
    0,
  );
  expect(large.group.instanceIds.size).toBe(2_000);
  expect(keptGroup.counts(large)).toEqual({ silent: 5_000, members: 8_000 });
  const half = keptGroup.standing(large, { silent: 1_000, over: new Set(), acknowledged: new Map() }, 1);
  expect(keptGroup.counts(half)).toEqual({ silent: 2_500, members: 8_000 });
});
