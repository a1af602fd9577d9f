import { type MapGrouping, mapGroupings } from './fleet.ts';

/** No name of ours is longer. */
const longest = 200;

/** How the map is looked at, by an address like `#/map?by=host&environment=production`. */
export function readMapRoute(hash: string): { page: 'map'; by: MapGrouping; environment: string } {
  const query = new URLSearchParams(hash.split('?')[1] ?? '');
  const by = mapGroupings.find((each) => each === query.get('by')) ?? 'environment';
  return { page: 'map', by, environment: (query.get('environment') ?? '').slice(0, longest) };
}

export function addressOfMap({ by, environment }: { by: MapGrouping; environment: string }): string {
  const said = [
    ...(by === 'environment' ? [] : [['by', by]]),
    ...(environment === '' ? [] : [['environment', environment]]),
  ];
  return said.length === 0 ? '#/map' : `#/map?${new URLSearchParams(said)}`;
}
