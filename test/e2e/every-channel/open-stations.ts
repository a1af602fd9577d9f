import { chats } from './chats.ts';
import { openHttpStations } from './http-stations.ts';
import type { KindInOutage } from './kind-in-outage.ts';
import { openCommandStation, openMailStation, openSlackStation } from './other-stations.ts';
import { pagers } from './pagers.ts';
import { pushes } from './pushes.ts';
import type { Station } from './station.ts';
import { threads } from './threads.ts';

/** Made over the API as well: those that are told in the most different ways. */
const overApi = ['gotify', 'telegram', 'pagerduty', 'webhook', 'pushbullet'];

/** A station for every kind of channel, in each of the ways in which it can be told. */
export async function openStations(): Promise<{
  ofFile: Station[];
  ofApi: Station[];
  /** Never fails, and is told what is wrong with the others. */
  operator: Station;
}> {
  const kinds = [...chats, ...pushes, ...pagers, ...threads];
  const idOf = ({ type, thread }: KindInOutage) =>
    thread !== undefined && chats.some((chat) => chat.type === type) ? `${type}-bot` : type;
  const http = await openHttpStations([
    ...kinds.map((kind) => ({ id: idOf(kind), kind })),
    ...kinds.filter(({ type }) => overApi.includes(type)).map((kind) => ({ id: `api-${kind.type}`, kind })),
    ...kinds.filter(({ type }) => type === 'webhook').map((kind) => ({ id: 'operator', kind })),
  ]);
  const isOfApi = ({ config }: Station) => config.id.startsWith('api-');
  const isOperator = ({ config }: Station) => config.id === 'operator';
  const [operator] = http.filter(isOperator);
  if (operator === undefined) throw new Error('there is no webhook');
  return {
    operator,
    ofFile: [
      ...http.filter((station) => !isOfApi(station) && !isOperator(station)),
      ...[await openSlackStation('slack-bot'), await openMailStation('email'), openCommandStation('command')],
    ],
    ofApi: [
      ...http.filter(isOfApi),
      ...[await openSlackStation('api-slack-bot'), await openMailStation('api-email')],
    ],
  };
}
