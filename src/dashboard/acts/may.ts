import type { Caller } from '../monitor/wire-types.ts';

type Known = Pick<Caller, 'scopes' | 'environments' | 'services'> | null;

/** What a caller is offered. The monitor decides; this only keeps buttons away that it would refuse. */
export const may = {
  operate: (caller: Known): boolean => caller?.scopes.includes('operate') ?? false,

  /** What concerns the whole monitor is not for a key that is bound to some services. */
  administer: (caller: Known): boolean => may.examine(caller) && (caller?.scopes.includes('admin') ?? false),

  /** How the monitor itself is. */
  examine: (caller: Known): boolean =>
    caller !== null && caller.environments.length + caller.services.length === 0,
};
