import { describe, expect, it } from 'vitest';
import { localTime } from '../../src/dashboard/wording/local-time.ts';
import { all, elementsIn, renderPage, textIn, type Values } from './render-page.ts';
import { aNotification, anIncident, anInstance, aService, at, nightMs } from './things.ts';

const plainTags =
  /^(a|bdi|button|code|d[dlt]|details|div|form|h[123]|header|input|label|li|main|nav|ol|option|p|path|pre|section|select|span|strong|summary|svg|table|tbody|td|th|thead|time|tr|ul)$/;

/** Elements that load or run something, attributes that act, links to elsewhere. */
function dangersIn(page: string): string[] {
  return elementsIn(page).flatMap(({ tag, attributes: { href = '#/', style = '', ...attributes } }) => [
    ...(plainTags.test(tag) ? [] : [tag]),
    ...(/^(#main|#\/.*|\/docs)$/.test(href) ? [] : [href]),
    ...(/^(flex-grow:\s?[\d.]+;?)?$/.test(style) ? [] : [style]),
    ...Object.keys(attributes).filter((name) => /^(on|src|action$|formaction$)/.test(name)),
    // What is sent may stand where text stands: in a choice, as a name, on hover.
    ...Object.entries(attributes).flatMap(([name, value]) =>
      /alert\(/.test(value) && !['value', 'title'].includes(name) ? [name] : [],
    ),
  ]);
}

const view = (change: Partial<Values> = {}) => renderPage(change);

describe('the page', () => {
  it('asks for a key and says why the last one was refused', () => {
    const page = view({ key: null, keyRefusal: 'It is expired.' });
    expect(textIn(page)).toContain('It is expired.');
    expect(elementsIn(page).find(({ tag }) => tag === 'input')?.attributes).toMatchObject({
      type: 'password',
    });
  });

  it('shows first lines to copy with its own address, and no key', () => {
    const text = textIn(view({ services: all() }));
    expect(text).toContain('export SERVICE_MONITOR_URL=https://monitor.example');
    for (const way of ['curl', '.NET', 'Node', 'systemd', 'Kubernetes', 'cron']) expect(text).toContain(way);
    expect(text).not.toContain('smk_key');
  });

  it('says when the monitor cannot be reached, and how old what it shows is', () => {
    const text = textIn(
      view({
        connection: { kind: 'failing', why: 'unreachable', reason: 'Offline.', sinceMs: nightMs },
        nowMs: nightMs + 65_000,
      }),
    );
    expect(text).toContain('The monitor cannot be reached. Offline.');
    expect(text).toContain(`This page shows the state of ${localTime.moment(nightMs)}, 1 min 5 s ago.`);
  });

  it('says that it is old though no reading failed', () => {
    const page = view({ isOld: true, nowMs: nightMs + 65_000 });
    expect(textIn(page)).toContain(
      `This page shows the state of ${localTime.moment(nightMs)}, 1 min 5 s ago.`,
    );
    expect(elementsIn(page).find(({ tag }) => tag === 'main')?.attributes['class']).toBe('stale');
  });

  it('shows what it has never heard of as a word, on every page', () => {
    const [status, state, kind] = ['Hibernating', 'contested', 'whispered'] as [never, never, never];
    const service = aService({ status });
    const incident = anIncident({
      state,
      timeline: [
        { at: at(1), from: 'Healthy', to: 'constructor' },
        { at: at(2), action: kind, by: 'Ada', note: null },
      ],
    });
    const pages = [
      view({ services: all(service), incidents: all(incident) }),
      view({ route: { page: 'incidents' }, incidents: all(incident) }),
      view({
        route: { page: 'service', id: 'x' },
        detail: { kind: 'service', service, instances: all(anInstance({ status })), incidents: [incident] },
      }),
      view({
        route: { page: 'incident', id: 'x' },
        detail: { kind: 'incident', incident, notifications: all(aNotification({ state, kind })) },
      }),
    ];
    expect(pages.map((page) => /Hibernating|contested/.test(textIn(page)))).toEqual([true, true, true, true]);
    expect(textIn(pages[0] ?? '')).toContain('1 service is Hibernating');
    expect(textIn(pages[3] ?? '')).toContain('Ada whispered');
  });

  it('counts open incidents beside their link', () => {
    const incidents = all(
      anIncident(),
      anIncident({ incidentId: 'x', state: 'recovering' }),
      anIncident({ state: 'resolved' }),
    );
    expect(textIn(view({ incidents }))).toContain('Incidents2 open');
    const services = all(aService({ openIncidentId: 'old' }), aService({ openIncidentId: 'x' }));
    expect(textIn(view({ incidents, services }))).toContain('Incidents3 open');
    expect(textIn(view({ incidents, services, route: { page: 'incidents' } }))).toContain('3 open incidents');
  });

  it.each([
    [
      { quietUntil: at(540) },
      `Back after 5 min; resolves at ${localTime.clock(nightMs + 540_000)} if it stays on time`,
    ],
    [{ quietUntil: null }, 'Back after 5 min, not on time yet'],
    [{ quietUntil: at(540), outages: 7, relapses: 6, flapping: true }, 'Outages7, summarised once an hour'],
    [{ state: 'open', recoveredAt: null, outages: 3, relapses: 2 }, 'Down 3 times in'],
    [{ state: 'resolved', resolvedAt: at(540), outages: 2, relapses: 1 }, 'Was down 2 times in 5 min'],
    [{ outages: 3, silentSeconds: 130 }, 'Silent2 min 10 s in all'],
  ] as const)('says in one line how an incident stands: %o', (change, line) => {
    const incident = anIncident({ state: 'recovering', recoveredAt: at(300), ...change });
    const detail = { kind: 'incident' as const, incident, notifications: { items: [], isCut: false } };
    expect(textIn(view({ route: { page: 'incident', id: incident.incidentId }, detail }))).toContain(line);
  });

  it('says who did what about an incident, between the steps of its service', () => {
    const incident = anIncident({
      timeline: [
        ...anIncident().timeline,
        { at: at(200), action: 'acknowledged', by: 'Ada', note: 'on it' },
        { at: at(300), action: 'resolved', by: 'Grace', note: null },
      ],
    });
    const detail = { kind: 'incident' as const, incident, notifications: { items: [], isCut: false } };
    const text = textIn(view({ route: { page: 'incident', id: incident.incidentId }, detail }));
    expect(text).toContain('Ada looks at it: on it');
    expect(text).toContain('Grace resolved it');
  });

  it('says what, since when and how long of an incident, and who was not told and why', () => {
    const notifications = all(
      aNotification(),
      aNotification({
        channelId: 'chat',
        state: 'suppressed',
        reason: 'no route leads to this channel',
        sentAt: null,
      }),
    );
    const text = textIn(
      view({
        route: { page: 'incident', id: anIncident().incidentId },
        detail: { kind: 'incident', incident: anIncident(), notifications },
        nowMs: nightMs + 252_000,
      }),
    );
    for (const part of [
      'checkout',
      'Down for 4 min 12 s',
      localTime.moment(nightMs),
      'ops-mail',
      'Suppressed',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('no route leads to this channel');
  });

  it('shows where a link leads only when it is there', () => {
    const text = textIn(view({ route: { page: 'incident', id: 'x' }, detail: { kind: 'missing' } }));
    expect(text).toContain('There is no incident with this id.');
  });

  it('keeps whatever services send as text: never an element, an attribute that acts, or a link', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const link = 'javascript:alert(1)';
    const instance = anInstance({
      ...{ instanceKey: evil, hostname: evil, url: link, version: evil },
      metadata: { [evil]: evil, href: link, nested: { onclick: evil } },
      lastHeartbeat: { cpu_percent: 97.23, note: evil, style: evil },
    });
    const service = aService({ serviceName: evil, environment: evil });
    const incident = anIncident({ serviceName: evil, acknowledged: { by: evil, at: at(1), note: link } });
    const notifications = all(
      aNotification({ channelId: evil, channelType: evil, reason: evil, state: 'dead' }),
    );
    const pages = [
      view({ services: all(service), incidents: all(incident) }),
      view({ route: { page: 'incidents' }, incidents: all(incident) }),
      view({
        route: { page: 'service', id: 'x' },
        detail: { kind: 'service', service, instances: all(instance), incidents: [incident] },
      }),
      view({ route: { page: 'incident', id: 'x' }, detail: { kind: 'incident', incident, notifications } }),
    ];
    for (const page of pages) {
      expect(textIn(page)).toContain(evil);
      expect(dangersIn(page)).toEqual([]);
    }
    expect(textIn(pages[2] ?? '')).toContain('97.2 %');
  });
});

describe('what a service says of itself', () => {
  const unwell = {
    health: 'unhealthy',
    healthSince: at(-30),
    healthReasons: 'database: timed out',
  } as const;

  it('stands beside its status in the list', () => {
    const said = (health: 'healthy' | 'degraded' | null) =>
      textIn(view({ services: all(aService({ health })) }));
    expect(said('degraded')).toContain('reports degraded');
    for (const health of ['healthy', null] as const) expect(said(health)).not.toContain('says ');
  });

  it('stands on its page, with the reasons of each instance', () => {
    const service = aService({ health: 'unhealthy' });
    const instances = all(anInstance(unwell), anInstance({ instanceKey: 'host-2:80', health: 'healthy' }));
    const route = { page: 'service', id: service.serviceId } as const;
    const detail = { kind: 'service' as const, service, instances, incidents: [] };
    const text = textIn(view({ route, detail }));
    expect(text).toMatch(/reports unhealthy since .*: database: timed out/);
    expect(text.match(/reports unhealthy/g)).toHaveLength(2);
  });
});
