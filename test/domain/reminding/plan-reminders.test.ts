import { describe, expect, test } from 'vitest';
import type { IncidentChanged, IncidentNews } from '../../../src/domain/events.ts';
import type { IncidentEventKind } from '../../../src/domain/incident.ts';
import { planMessages } from '../../../src/domain/plan-messages.ts';

const orders = { serviceName: 'orders-api', environment: 'production' };
const mail = { channelId: 'mail', followsUp: false };
const hook = { channelId: 'hook', followsUp: true };
const channels = [mail, hook];

const news: IncidentNews = {
  ...{ name: 'down', isTold: true, flappingBegins: false, silentSinceMs: 1_000, hour: null },
  after: { all: null, rest: null },
};

const eventOf = (
  kind: IncidentEventKind,
  relapses: number,
  more: Partial<IncidentNews> = {},
): IncidentChanged => ({
  type: 'incident.changed',
  ...{ kind, incidentId: 'i', serviceId: 's', relapses, atMs: 5_000 },
  news: { ...news, ...more },
});

describe('while nobody acknowledges', () => {
  test('an escalation is told to the channels that it names, and to no others', () => {
    const escalation = { afterMs: 900_000, channels: ['hook'] };
    const planned = planMessages(eventOf('escalated', 0, { escalation }), orders, null, channels);
    expect(planned).toMatchObject([
      {
        channelId: 'mail',
        kind: 'escalation',
        suppressedBecause: 'this escalation after 15 min is for hook',
      },
      { channelId: 'hook', suppressedBecause: null, routedBy: 'escalation after 15 min' },
    ]);
  });

  test('who was reached by an escalation is told what follows, whatever the routes say', () => {
    const routing = {
      mode: 'all-matches' as const,
      routes: [{ match: {}, channels: ['mail'] }],
      defaultChannels: [],
    };
    for (const kind of ['relapsed', 'reminded', 'resolved'] as const) {
      const planned = planMessages(eventOf(kind, 1), orders, routing, channels, 0, ['hook']);
      expect(planned).toMatchObject([
        { channelId: 'mail', routedBy: 'route 1' },
        { channelId: 'hook', suppressedBecause: null, routedBy: 'told by the escalation before' },
      ]);
    }
  });

  test('a pager is told of acknowledgements, and needs no reminders and no summaries', () => {
    const pager = { channelId: 'pager', followsUp: false, isPager: true };
    const planned = (kind: IncidentEventKind) =>
      planMessages(eventOf(kind, 0), orders, null, [mail, pager]).map(
        ({ channelId, suppressedBecause }) => `${channelId}: ${suppressedBecause}`,
      );
    expect(planned('acknowledged')).toEqual(['pager: null']);
    expect(planned('reminded')).toEqual([
      'mail: null',
      'pager: this channel calls people by itself until somebody acknowledges',
    ]);
    expect(planned('summed-up')[1]).toBe('pager: this channel takes no summaries');
    expect(planned('opened')).toEqual(['mail: null', 'pager: null']);
  });

  test('reminders go where a route for reminders leads', () => {
    const routing = {
      mode: 'all-matches' as const,
      routes: [
        { match: {}, events: ['down' as const], channels: ['mail'] },
        { match: {}, events: ['reminder' as const], channels: ['hook'] },
      ],
      defaultChannels: [],
    };
    const planned = planMessages(eventOf('reminded', 0), orders, routing, channels);
    expect(planned.map(({ routedBy }) => routedBy)).toEqual([null, 'route 2']);
  });
});
