import { useMemo } from 'preact/hooks';
import { usePage } from '../page/page-context.ts';
import { Title } from '../page/title.tsx';
import { Choice } from '../parts/choice.tsx';
import { headline } from '../wording/headline.ts';
import { countByStatus } from '../wording/statuses.ts';
import { CellMap } from './cell-map.tsx';
import type { Fleet, MapDetail, MapGrouping } from './fleet.ts';
import { type CellGroup, groupCells } from './group-cells.ts';
import { addressOfMap } from './map-address.ts';
import { MapLegend } from './map-legend.tsx';
import { MapList } from './map-list.tsx';

const groupings = [
  { value: 'environment', text: 'By environment' },
  { value: 'host', text: 'By host' },
  { value: 'zone', text: 'By zone' },
];

/** `#/map`: every instance of the fleet as a cell, in one picture. */
export function MapView(map: MapDetail) {
  const { fleet, statuses } = map;
  const counts = countByStatus(statuses.map((status) => ({ status })));
  return (
    <>
      <Title>{fleet === null ? 'Too many for one map' : titleOf(counts, fleet)}</Title>
      <MapChoices />
      {fleet === null ? (
        <p class="empty">One map holds 20,000 instances. Choose one environment.</p>
      ) : (
        <FleetMap map={{ ...map, fleet }} counts={counts} />
      )}
    </>
  );
}

function titleOf(counts: Map<string, number>, { cells }: Fleet): string {
  if (cells.length === 0) return 'No instance';
  return headline(counts, true).text.replace('service', 'instance');
}

function FleetMap({ map, counts }: { map: MapDetail & { fleet: Fleet }; counts: Map<string, number> }) {
  const { by } = useMapRoute();
  const groups: readonly CellGroup[] = useMemo(() => groupCells(map.fleet, by), [map.fleet, by]);
  if (map.fleet.cells.length === 0) return <p class="empty">No instance has registered here.</p>;
  return (
    <>
      <MapLegend counts={counts} />
      <CellMap map={map} groups={groups} />
      <MapList map={map} groups={groups} />
    </>
  );
}

function MapChoices() {
  const { services } = usePage();
  const { by, environment } = useMapRoute();
  const environments = new Set(services.value?.items.map((service) => service.environment) ?? []);
  const go = (change: { by?: MapGrouping; environment?: string }) => {
    location.hash = addressOfMap({ by, environment, ...change });
  };
  return (
    <div class="map-choices">
      <Choice
        id="map-by"
        label="Grouped"
        choices={groupings}
        value={by}
        choose={(value) => go({ by: value as MapGrouping })}
      />
      <Choice
        id="map-environment"
        label="Environment"
        choices={[
          { value: '', text: 'All environments' },
          ...[...environments].sort().map((name) => ({ value: name, text: name })),
        ]}
        value={environment}
        choose={(value) => go({ environment: value })}
      />
      <a href="#/wall">For a screen on the wall</a>
    </div>
  );
}

function useMapRoute(): { by: MapGrouping; environment: string } {
  const { route } = usePage();
  return route.value.page === 'map' ? route.value : { by: 'environment', environment: '' };
}
