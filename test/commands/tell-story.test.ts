import { describe, expect, test } from 'vitest';
import { tellStory } from '../../src/commands/tell-story.ts';
import type { Incident, Notification } from '../../src/commands/wire.ts';
import { aNotification, anIncident, at } from '../dashboard/things.ts';

const say = (incident: Partial<Incident>, ...rows: Partial<Notification>[]) =>
  tellStory(anIncident(incident), rows.map(aNotification), new Map(), Date.parse(at(150))).map(
    (line) => `${line.at.slice(14, 19)} ${line.text}`,
  );

const outage: Partial<Incident> = {
  startedAt: at(0),
  detectedAt: at(121),
  recoveredAt: null,
  resolvedAt: null,
  acknowledged: null,
  timeline: [
    { at: at(36), from: 'Healthy', to: 'Degraded' },
    { at: at(120), from: 'Degraded', to: 'Down' },
  ],
};

describe('the story of an incident', () => {
  test('is told in the order of time, with what became of every message', () => {
    const story = say(
      outage,
      {
        channelId: 'mail',
        channelType: 'email',
        createdAt: at(121),
        sentAt: at(141),
        attempts: 3,
        answer: '250 OK',
        routedBy: 'route 2',
      },
      {
        channelId: 'hook',
        state: 'suppressed',
        reason: 'no route leads to this channel',
        createdAt: at(121),
        sentAt: null,
      },
      {
        channelId: 'chat',
        state: 'dead',
        reason: 'receiver answered 404',
        attempts: 1,
        createdAt: at(122),
        sentAt: null,
        answer: '404 Not Found',
      },
      {
        channelId: 'pager',
        state: 'pending',
        reason: 'receiver answered 503',
        attempts: 2,
        createdAt: at(123),
        sentAt: null,
        nextAttemptAt: at(180),
      },
    );
    expect(story).toEqual([
      '12:04 checkout was heard for the last time',
      '12:40 checkout became Degraded',
      '14:04 checkout was Down',
      '14:05 the incident was opened',
      '14:05 "down" was not sent to hook (email): no route leads to this channel',
      '14:06 "down" to chat (email) was given up, receiver answered 404, answer: 404 Not Found',
      `14:07 "down" to pager (email) is not sent yet, after 2 attempts, receiver answered 503, next attempt at ${at(180)}`,
      '14:25 "down" was sent to mail (email), after 3 attempts, route 2, answer: 250 OK',
    ]);
  });

  test('says that a message was held back, and calls no time in the past a next attempt', () => {
    const because = 'maintenance until 04:00 UTC: deploy (ci)';
    const since = at(121);
    const pending = { state: 'pending', createdAt: at(122), sentAt: null, reason: null } as const;
    const story = say(
      outage,
      { createdAt: at(121), sentAt: at(141), heldBack: { since, until: at(140), because } },
      { ...pending, channelId: 'hook', nextAttemptAt: at(149) },
      { ...pending, channelId: 'pager', state: 'sending', nextAttemptAt: at(160) },
      {
        ...{ ...pending, channelId: 'chat', reason: `held: ${because}`, nextAttemptAt: at(160) },
        heldBack: { since, until: null, because },
      },
    );
    expect(story.slice(-4)).toEqual([
      '14:06 "down" to hook (email) is not sent yet, it is its turn now',
      '14:06 "down" to pager (email) is not sent yet, an attempt goes on',
      `14:06 "down" to chat (email) is not sent yet, held: ${because}, next look at ${at(160)}`,
      `14:25 "down" was sent to ops-mail (email), held back until ${at(140)}: ${because}`,
    ]);
  });

  test('says when the message of the group, the digest or the needed service was told', () => {
    const [group, digest, needed] = ['1', '2', '3'].map((n) => `c0000000-0000-8000-8000-00000000000${n}`);
    const held = { state: 'suppressed', createdAt: at(121), sentAt: null } as const;
    const rows: Partial<Notification>[] = [
      { ...held, channelId: 'mail', reason: 'part of the outage of host h1', outageGroupId: group ?? null },
      { ...held, channelId: 'chat', reason: 'in the digest of 03:12', digestId: digest ?? null },
      {
        ...{ ...held, channelId: 'hook' },
        reason: `recovered while it waited: depends on payments, which is Down: incident ${needed}`,
      },
    ];
    const told = new Map([
      [
        group ?? '',
        [
          aNotification({ channelId: 'mail', kind: 'group', sentAt: at(125) }),
          aNotification({ channelId: 'mail', kind: 'group', sentAt: at(190) }),
          aNotification({ channelId: 'mail', kind: 'group-over', sentAt: at(300) }),
          aNotification({ channelId: 'other', kind: 'group', sentAt: at(124) }),
        ],
      ],
      [digest ?? '', [aNotification({ channelId: 'chat', kind: 'digest', state: 'pending', sentAt: null })]],
      [needed ?? '', [aNotification({ channelId: 'hook', sentAt: at(110) })]],
    ]);
    const story = tellStory(anIncident(outage), rows.map(aNotification), told).map(({ text }) => text);
    expect(story.slice(-3)).toEqual([
      `"down" was not sent to mail (email): part of the outage of host h1; the group was told to mail at ${at(125)}, the last time at ${at(190)}`,
      '"down" to chat (email) is in the digest of 03:12, the message of the digest to chat is not sent yet',
      `"down" was not sent to hook (email): recovered while it waited: depends on payments, which is Down: incident ${needed}; what it depends on was told to hook at ${at(110)}`,
    ]);
  });

  test('tells what people did, relapses, and how long it was', () => {
    const story = say({
      ...outage,
      recoveredAt: at(400),
      resolvedAt: at(1_000),
      outages: 2,
      silentSeconds: 300,
      timeline: [
        { at: at(120), from: 'Healthy', to: 'Down' },
        { at: at(130), action: 'acknowledged', by: 'ada', note: 'looking' },
        {
          ...{ at: at(140), action: 'noted', by: 'ada', note: 'a disk', public: true },
          retracted: { at: at(150), by: 'bob' },
        },
        { at: at(200), from: 'Down', to: 'Recovered' },
        { at: at(300), from: 'Recovered', to: 'Down' },
        { at: at(400), from: 'Down', to: 'Recovered' },
      ],
    });
    expect(story.slice(1)).toEqual([
      '14:04 checkout was Down',
      '14:05 the incident was opened',
      '14:14 ada acknowledged it: looking',
      `14:24 ada noted it in public (taken back by bob at ${at(150)}): a disk`,
      '15:24 checkout was heard again',
      '17:04 checkout was Down again, outage 2',
      '18:44 checkout was heard again',
      '28:44 the incident was resolved: 2 outages in 6 min 40 s, silent for 5 min',
    ]);
  });
});
