import { describe, expect, it } from 'vitest';
import { outlineIncident } from '../../src/dashboard/incidents/outline-incident.ts';
import { all, renderPage, textIn } from './render-page.ts';
import { anIncident, at, nightMs } from './things.ts';

type Stretch = { fromMs: number; toMs: number };

const second = (s: number) => nightMs + s * 1000;
const resolved = anIncident({
  state: 'resolved',
  recoveredAt: at(300),
  resolvedAt: at(360),
  timeline: [
    ...anIncident().timeline,
    { at: at(300), from: 'Down', to: 'Recovered' },
    { at: at(360), from: 'Recovered', to: 'Healthy' },
  ],
});

describe('the outline of an incident', () => {
  it('of an open one goes on until now', () => {
    const { outageMs, detectedAfterMs, stretches } = outlineIncident(anIncident(), second(200));
    expect({ outageMs, detectedAfterMs }).toEqual({ outageMs: 200_000, detectedAfterMs: 120_000 });
    expect(stretches).toEqual([
      { status: 'Healthy', fromMs: second(0), toMs: second(36) },
      { status: 'Degraded', fromMs: second(36), toMs: second(120) },
      { status: 'Down', fromMs: second(120), toMs: second(200) },
    ]);
  });

  it('of a resolved one ends there, and the outage where the heartbeats came back', () => {
    const { outageMs, stretches } = outlineIncident(resolved, second(99_999));
    expect(outageMs).toBe(300_000);
    expect(stretches.at(-1)).toEqual({ status: 'Recovered', fromMs: second(300), toMs: second(360) });
  });

  it('of several outages counts no healthy time between them as down', () => {
    const several = { ...resolved, outages: 3, silentSeconds: 130 };
    expect(outlineIncident(several, second(999))).toMatchObject({ outageMs: 300_000, downMs: 130_000 });
    const page = renderPage({ route: { page: 'incidents' }, incidents: all(several), nowMs: second(999) });
    expect(textIn(page)).toContain('down for 2 min 10 s');
    const { silentSeconds: _, ...fromAnOlderNode } = several;
    expect(outlineIncident(fromAnOlderNode as typeof several, second(999)).downMs).toBe(300_000);
    expect(outlineIncident(resolved, second(999)).downMs).toBe(300_000);
  });

  it('has no gap and no overlap, whatever the order of the steps', () => {
    const odd = anIncident({
      timeline: [
        { at: at(-10), from: 'Healthy', to: 'Degraded' },
        { at: at(50), from: 'Degraded', to: 'Down' },
        { at: at(40), from: 'Down', to: 'Recovered' },
        { at: at(900), from: 'Recovered', to: 'Down' },
      ],
    });
    const { stretches } = outlineIncident(odd, second(60));
    const starts = stretches.map((stretch: Stretch) => stretch.fromMs);
    const ends = stretches.map((stretch: Stretch) => stretch.toMs);
    expect(starts[0]).toBe(second(0));
    expect(ends.at(-1)).toBe(second(60));
    expect(starts.slice(1)).toEqual(ends.slice(0, -1));
    expect(stretches.every(({ fromMs, toMs }: Stretch) => toMs > fromMs)).toBe(true);
  });

  it('of one that a person resolved ends there, and what people do makes no stretch', () => {
    const byHand = anIncident({
      state: 'resolved',
      resolvedAt: at(400),
      timeline: [
        ...anIncident().timeline,
        { at: at(200), action: 'acknowledged', by: 'Ada', note: null },
        { at: at(400), action: 'resolved', by: 'Ada', note: 'not ours' },
      ],
    });
    const { outageMs, stretches } = outlineIncident(byHand, second(99_999));
    expect(outageMs).toBe(400_000);
    expect(stretches).toHaveLength(3);
    expect(stretches.at(-1)).toEqual({ status: 'Down', fromMs: second(120), toMs: second(400) });
  });

  it('without any step is Down from the start', () => {
    const { stretches } = outlineIncident(anIncident({ timeline: [] }), second(10));
    expect(stretches).toEqual([{ status: 'Down', fromMs: second(0), toMs: second(10) }]);
  });

  it('does not run backwards when the clock of the reader is late', () => {
    const { outageMs, stretches } = outlineIncident(anIncident({ timeline: [] }), second(-5));
    expect({ outageMs, stretches }).toEqual({ outageMs: 0, stretches: [] });
  });
});
