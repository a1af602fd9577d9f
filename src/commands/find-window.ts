import { isUuid } from '../domain/ids.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import { shortId } from './short-id.ts';
import type { MaintenanceWindow } from './wire.ts';

/** There are no more. */
const mostWindows = 1_000;

/** The id of a maintenance window, from it or from enough of its beginning. */
export async function findWindowId(ask: AskMonitor, given: string): Promise<string> {
  if (isUuid(given) || !shortId.mayBe(given)) return given;
  const { items } = await listAll<MaintenanceWindow>(ask, '/api/maintenance', {}, mostWindows);
  const { windowId } = shortId.pick(items, given, {
    what: 'maintenance window',
    idOf: (window) => window.windowId,
    describe: ({ by, note }) => (note === null ? by : `${note} (${by})`),
    more: '; run: maintenance list',
  });
  return windowId;
}
