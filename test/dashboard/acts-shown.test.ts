import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/dashboard/monitor/wire-types.ts';
import { all, elementsIn, renderPage, textIn, type Values } from './render-page.ts';
import { aNotification, anIncident, anInstance, aService } from './things.ts';

const caller = (change: Partial<Caller>): Caller => ({
  ...{ name: 'ops', keyId: 'aaaaaaaa', scopes: ['read'], environments: [], services: [], expiresAt: null },
  ...change,
});

const buttonsOn = (values: Partial<Values>) => {
  const html = renderPage(values);
  const labels = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inner = '']) => textIn(inner));
  return labels.filter((label) => label !== 'Forget key');
};

const incidentPage = (change: Parameters<typeof anIncident>[0], by: Caller | null): Partial<Values> => {
  const incident = anIncident(change);
  return {
    ...{ caller: by, route: { page: 'incident', id: incident.incidentId } },
    detail: {
      ...{ kind: 'incident', incident },
      notifications: all(aNotification({ state: 'dead' }), aNotification({ notificationId: 'other' })),
    },
  };
};

const operator = caller({ scopes: ['read', 'operate'] });

describe('what a person is offered', () => {
  it('on an incident is what can be done about it, and to send again what was given up', () => {
    expect(buttonsOn(incidentPage({}, operator))).toEqual([
      ...['Acknowledge', 'Add a note', 'Silence for 1 hour', 'Resolve', 'Send again'],
    ]);
    expect(buttonsOn(incidentPage({ state: 'resolved' }, operator))).toEqual(['Add a note', 'Send again']);
  });

  it('on a public note is to take it back, once', () => {
    const note = {
      at: '2026-11-21T03:10:00.000Z',
      action: 'noted',
      by: 'Ada',
      note: 'db-7 is down',
    } as const;
    const pageOf = (more: object, by = operator) =>
      incidentPage({ state: 'resolved', timeline: [{ ...note, ...more }] }, by);
    expect(buttonsOn(pageOf({ public: true }))).toContain('Take back');
    expect(buttonsOn(pageOf({ public: true }, caller({})))).toEqual([]);
    expect(buttonsOn(pageOf({}))).not.toContain('Take back');
    const retracted = pageOf({ retracted: { by: 'Grace', at: '2026-11-21T03:12:00.000Z' } });
    expect(buttonsOn(retracted)).not.toContain('Take back');
    expect(textIn(renderPage(retracted), ' ')).toMatch(
      /Ada\s+notes\s+\(taken off the status pages by\s+Grace\s*\)\s*:\s*db-7 is down/,
    );
  });

  it('is nothing where the key may only read, or where it is not known what it may do', () => {
    expect(buttonsOn(incidentPage({}, caller({})))).toEqual([]);
    expect(buttonsOn(incidentPage({}, null))).toEqual([]);
  });

  it('on a service is to begin a maintenance, or to end the one that is there', () => {
    const pageOf = (change: Parameters<typeof aService>[0]): Partial<Values> => ({
      ...{ caller: operator, route: { page: 'service', id: aService().serviceId } },
      detail: {
        ...{ kind: 'service', service: aService(change), instances: all(anInstance()), incidents: [] },
      },
    });
    const maintenance = { windowId: 'w', until: '2026-11-21T04:00:00.000Z', by: 'ci', note: null };
    expect(buttonsOn(pageOf({}))).toEqual(['Maintenance', 'Archive']);
    expect(buttonsOn(pageOf({ maintenance }))).toEqual(['End the maintenance', 'Archive']);
  });

  it('says under which name it is done, which somebody who signed in cannot change', () => {
    expect(textIn(renderPage({ ...incidentPage({}, operator), actor: 'Ada' }))).toContain('as AdaChange');
    const signedIn = renderPage(incidentPage({}, { ...operator, keyId: null, name: 'Grace' }));
    expect(textIn(signedIn)).toContain('as Grace');
    expect(textIn(signedIn)).not.toContain('Change');
  });

  it.each([
    [caller({}), ['Services', 'Incidents', 'Map', 'Monitor']],
    [
      caller({ scopes: ['read', 'admin'] }),
      ['Services', 'Incidents', 'Map', 'Channels', 'Keys', 'Audit', 'Monitor'],
    ],
    [caller({ scopes: ['read', 'admin'], services: ['shop-*'] }), ['Services', 'Incidents', 'Map']],
    [null, ['Services', 'Incidents', 'Map']],
  ])('in the navigation is what it may see: %o', (by, pages) => {
    const html = renderPage({ caller: by });
    const [nav = ''] = /<nav.*?<\/nav>/.exec(html) ?? [];
    expect(elementsIn(nav).filter(({ tag }) => tag === 'a')).toHaveLength(pages.length);
    expect(textIn(nav)).toBe(pages.join(''));
  });
});
