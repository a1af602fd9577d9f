import type { ReadHistory } from '../../actors/history/read-history.ts';
import type { ActOnMaintenance } from '../../actors/operating/act-on-maintenance.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import { maintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import { occurrenceAt } from '../../domain/maintenance/occurrence.ts';
import { type PageState, pageState } from '../../domain/status-page/page-state.ts';
import type { StatusPage } from '../../domain/status-page/status-page.ts';
import type { PublicPage } from '../schemas/status-page.ts';
import { toTime } from '../schemas/to-time.ts';
import { type FoundComponent, findComponents } from './find-components.ts';
import { createIncidentsOfPage } from './incidents-of-page.ts';
import { maintenanceOfPage } from './maintenance-of-page.ts';
import { createPastOfServices } from './past-of-services.ts';

/** What pages are made of. */
export interface PageSources {
  readings: Readings;
  readHistory: ReadHistory;
  listWindows: ActOnMaintenance['list'];
  findInDoubt(serviceIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A name that says nothing of what it is made from, the same on all nodes. */
  publicId(text: string): string;
}

/** For so long a page may be trusted. */
const validForMs = 2 * 60_000;

/** Reads what a page shows, under the names that the public knows. */
export function createReadPage(
  sources: PageSources,
  now: () => number,
): (page: StatusPage, place: Pick<PublicPage, 'url' | 'filesUrl'>) => Promise<PublicPage> {
  const { readings, readHistory, listWindows, findInDoubt } = sources;
  const past = createPastOfServices(readHistory, now);
  const publicId = (page: StatusPage) => (text: string) => sources.publicId(`${page.id} ${text}`);

  return async function readPage(page, place) {
    const components = await findComponents(readings, page);
    const serviceIds = new Set(
      components.flatMap(({ services }) => (services ?? []).map(({ serviceId }) => serviceId)),
    );
    const [inDoubt, { windows, nowMs }] = await Promise.all([findInDoubt([...serviceIds]), listWindows()]);
    const running = windows.filter((window) => occurrenceAt(window, nowMs) !== null);
    const stateOf = ({ services }: FoundComponent): PageState =>
      services === null
        ? 'unknown'
        : pageState.ofComponent(
            services.map((service) => ({
              status: service.status,
              isMaintained: running.some((window) => maintenanceWindow.covers(window, service)),
              isInDoubt: inDoubt.has(service.serviceId),
            })),
          );
    const incidentsOfPage = createIncidentsOfPage({
      ...{ readings, maintenance: past.maintenance, publicId: publicId(page) },
    });
    const [incidents, ...shown] = await Promise.all([
      incidentsOfPage(components, page.incidents, nowMs),
      ...components.map(async (component) => ({
        name: component.name,
        state: stateOf(component),
        ...(await past.uptime((component.services ?? []).map(({ serviceId }) => serviceId))),
      })),
    ]);
    const { id, title, brand, description } = page;
    let next = 0;
    return {
      ...{ id, title, brand, description, ...place },
      madeAt: toTime(nowMs),
      validUntil: toTime(nowMs + validForMs),
      unknownSince: null,
      state: pageState.worst(shown.map(({ state }) => state)),
      groups: page.groups.map((group) => ({
        title: group.title,
        components: shown.slice(next, (next += group.components.length)),
      })),
      incidents,
      maintenance: maintenanceOfPage(components, windows, nowMs, publicId(page)),
    };
  };
}
