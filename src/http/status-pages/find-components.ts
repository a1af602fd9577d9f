import type { Readings, ServiceReading } from '../../actors/ports/reading.ts';
import { prefixOf } from '../../domain/glob.ts';
import { matchesService } from '../../domain/matches-service.ts';
import type { PageComponent, StatusPage } from '../../domain/status-page/status-page.ts';

/** A component with the services that are meant; null: they are more than are read for a page. */
export interface FoundComponent {
  name: string;
  services: readonly ServiceReading[] | null;
}

const mostServices = 200;

/** A page of a list may be short, or empty, and not the last. */
const mostCalls = 50;

/** Reads the services of each component of a page, in its order. */
export function findComponents(
  readings: Pick<Readings, 'services'>,
  { groups }: StatusPage,
): Promise<FoundComponent[]> {
  const all = groups.flatMap(({ components }) => components);
  return Promise.all(
    all.map(async (component) => ({ name: component.name, services: await servicesOf(readings, component) })),
  );
}

async function servicesOf(
  readings: Pick<Readings, 'services'>,
  { match }: PageComponent,
): Promise<ServiceReading[] | null> {
  const namePrefix = prefixOf(match.service ?? '');
  const found: ServiceReading[] = [];
  let after: string | null = null;
  for (let call = 0; call < mostCalls; call++) {
    const page = await readings.services(
      { limit: mostServices, after },
      { namePrefix, includes: (name) => matchesService(match, name) },
    );
    found.push(...page.items);
    if (found.length > mostServices) return null;
    if (page.next === null) return found;
    after = page.next;
  }
  return null;
}
