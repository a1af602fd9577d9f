import { type MatchedService, matchesService, type ServiceMatch } from './matches-service.ts';

/** Which services' messages go to which channels. */
export interface Route {
  match: ServiceMatch;
  channels: string[];
}

/** The channels to which a route leads from this service. No routes at all: every channel gets everything. */
export function routedChannels(
  service: MatchedService,
  routes: readonly Route[] | null,
  channelIds: readonly string[],
): Set<string> {
  if (routes === null) return new Set(channelIds);
  return new Set(routes.filter((r) => matchesService(r.match, service)).flatMap((r) => r.channels));
}
