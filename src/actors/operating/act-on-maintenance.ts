import { type ActiveWindow, activeWindow } from '../../domain/maintenance/active-window.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import {
  endWindow,
  extendWindow,
  type PlannedWindow,
  planWindow,
  type WantedWindow,
  type WindowMaker,
} from '../../domain/maintenance/plan-window.ts';
import type { MatchedService } from '../../domain/matches-service.ts';
import { ContentionError } from '../ports/commits.ts';
import type { Maintenance, StandingWindows } from '../ports/maintenance.ts';

type Refused = Extract<PlannedWindow, { kind: 'refused' }>;

export type DeclareOutcome =
  | { kind: 'declared' | 'known'; window: MaintenanceWindow; nowMs: number }
  | { kind: 'other-request' }
  | { kind: 'too-many'; most: number }
  | Refused;

export type ChangeOutcome =
  | { kind: 'changed'; window: MaintenanceWindow; nowMs: number }
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string };

/** What operators do with maintenance windows; a window of other bounds is unknown to who is bound. */
export interface ActOnMaintenance {
  declare(wanted: WantedWindow, maker: WindowMaker): Promise<DeclareOutcome>;
  /** So that it ends `forMs` from now, or at `untilMs`. */
  extend(
    windowId: string,
    mayAct: MayAct,
    to: { forMs: number } | { untilMs: number },
  ): Promise<ChangeOutcome>;
  end(windowId: string, mayAct: MayAct): Promise<ChangeOutcome>;
  /** Those that are not over, those of monitor.yaml among them. */
  list(): Promise<{ windows: MaintenanceWindow[]; nowMs: number }>;
  /** What holds the messages of a service back now. */
  holding(): Promise<(service: MatchedService) => ActiveWindow | null>;
}

export type MayAct = (window: MaintenanceWindow) => boolean;

/** So many may stand at a time: every message of an outage is compared with all of them. */
const mostWindows = 500;

const attempts = 10;

export function createActOnMaintenance(parts: {
  maintenance: Maintenance;
  /** Those of monitor.yaml, as it is now. */
  ofFile: () => readonly MaintenanceWindow[];
}): ActOnMaintenance {
  const { maintenance } = parts;

  /** Does it anew while others write at the same time. */
  async function decide<Outcome>(
    step: (seen: StandingWindows, nowMs: number) => { outcome: Outcome; write: MaintenanceWindow | null },
  ): Promise<Outcome> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const [seen, nowMs] = await Promise.all([maintenance.standing(), maintenance.now()]);
      const { outcome, write } = step(seen, nowMs);
      if (write === null) return outcome;
      if ((await maintenance.commit(seen, write, nowMs)).kind === 'committed') return outcome;
    }
    throw new ContentionError('maintenance windows');
  }

  function change(
    windowId: string,
    mayAct: MayAct,
    to: (window: MaintenanceWindow, nowMs: number) => MaintenanceWindow | string,
  ): Promise<ChangeOutcome> {
    return decide<ChangeOutcome>(({ windows }, nowMs) => {
      const isIt = (window: MaintenanceWindow) => window.windowId === windowId && mayAct(window);
      if (parts.ofFile().some(isIt)) {
        const reason = 'It stands in monitor.yaml: change it there.';
        return { outcome: { kind: 'refused', reason }, write: null };
      }
      const found = windows.find(isIt);
      if (found === undefined) return { outcome: { kind: 'unknown' }, write: null };
      const next = to(found, nowMs);
      if (typeof next === 'string') return { outcome: { kind: 'refused', reason: next }, write: null };
      const write = next === found ? null : next;
      return { outcome: { kind: 'changed', window: next, nowMs }, write };
    });
  }

  async function list() {
    const [{ windows }, nowMs] = await Promise.all([maintenance.standing(), maintenance.now()]);
    const standing = windows.filter((window) => !maintenanceWindow.isOver(window, nowMs));
    return { windows: [...parts.ofFile(), ...standing], nowMs };
  }

  return {
    declare(wanted, maker) {
      return decide<DeclareOutcome>(({ windows }, nowMs) => {
        const standing = windows.filter((window) => !maintenanceWindow.isOver(window, nowMs));
        const same = maker.request !== null && standing.find(({ request }) => request === maker.request);
        if (same) {
          const isSame = JSON.stringify(same.match) === JSON.stringify(wanted.match);
          const known = { kind: 'known', window: same, nowMs } as const;
          return { outcome: isSame ? known : { kind: 'other-request' }, write: null };
        }
        if (standing.length >= mostWindows)
          return { outcome: { kind: 'too-many', most: mostWindows }, write: null };
        const planned = planWindow(wanted, maker, nowMs);
        if (planned.kind === 'refused') return { outcome: planned, write: null };
        const { window } = planned;
        return { outcome: { kind: 'declared', window, nowMs }, write: window };
      });
    },

    extend: (windowId, mayAct, to) =>
      change(windowId, mayAct, (window, nowMs) => {
        const untilMs = 'forMs' in to ? nowMs + to.forMs : to.untilMs;
        if (maintenanceWindow.isOver(window, nowMs)) return 'It is over: declare a new one.';
        if (untilMs <= nowMs) return 'The new end must be in the future.';
        return extendWindow(window, untilMs, nowMs) ?? 'It would last too long: at most 7 days from now.';
      }),

    end: (windowId, mayAct) =>
      change(windowId, mayAct, (window, nowMs) =>
        maintenanceWindow.isOver(window, nowMs) ? window : endWindow(window, nowMs),
      ),

    list,

    async holding() {
      const { windows, nowMs } = await list();
      return (service) => activeWindow(windows, service, nowMs);
    },
  };
}
