import { readdirSync, readFileSync } from 'node:fs';
import type { Prometheus } from '../support/start-prometheus.ts';

interface Dashboard {
  title: string;
  panels: { title: string; targets?: { expr: string }[] }[];
}

/** What Grafana puts in their place. */
const rateInterval = '1m';

const folder = new URL('../../deploy/grafana/dashboards/', import.meta.url);

/** The panels of the delivered dashboards, with each of their questions as Grafana asks it of `monitor`. */
export function panelsOf(monitor: string): { panel: string; expressions: string[] }[] {
  const boards = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Dashboard,
  );
  return boards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) => {
      const expressions = (panel.targets ?? []).map(({ expr }) =>
        expr.replaceAll('$monitor', monitor).replaceAll('$__rate_interval', rateInterval),
      );
      return expressions.length === 0 ? [] : [{ panel: `${title}: ${panel.title}`, expressions }];
    }),
  );
}

/** The panels that show not one number of the last seconds. */
export async function emptyPanels(
  prometheus: Prometheus,
  monitor: string,
  seconds: number,
): Promise<{ asked: number; empty: string[] }> {
  const panels = panelsOf(monitor);
  const empty: string[] = [];
  for (const { panel, expressions } of panels) {
    for (const expression of expressions) {
      const series = await prometheus.range(expression, seconds);
      if (!series.some(({ values }) => values.some((value) => Number.isFinite(value))))
        empty.push(`${panel} (${expression})`);
    }
  }
  return { asked: panels.length, empty };
}
