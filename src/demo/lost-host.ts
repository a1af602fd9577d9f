import type { DemoFleet } from './demo-fleet.ts';
import { demoPlan } from './demo-plan.ts';
import type { Tell } from './tell.ts';

/** A host that stays dead until a person acts. */
export interface LostHost {
  die(): Promise<void>;
  /** What a person does: starts it again, or lets it die once more. */
  press(): void;
  /** What `press` would do now. */
  label(): string;
  isDead(): boolean;
  /** Takes note of who is Down; whether all of its services are, now, for the first time since it died. */
  isCompleteWith(down: readonly string[]): boolean;
}

export function createLostHost(fleet: DemoFleet, tell: Tell): LostHost {
  const { lostHost, services } = demoPlan;
  const names = services.filter(({ hosts }) => hosts.includes(lostHost)).map(({ name }) => name);
  const isOnIt = ({ host }: { host: string }) => host === lostHost;
  let isDead = false;
  const told = new Set<string>();

  async function die(): Promise<void> {
    if (isDead) return;
    isDead = true;
    told.clear();
    tell.line(`The host ${lostHost} died, and ${names.length} services with it: ${names.join(', ')}`);
    await fleet.kill(isOnIt);
  }

  return {
    die,
    press() {
      if (!isDead) return void die();
      isDead = false;
      tell.line(`You started ${lostHost} again`);
      fleet.start(isOnIt);
    },
    label: () => (isDead ? `Start ${lostHost} again` : `Let ${lostHost} die`),
    isDead: () => isDead,
    isCompleteWith(down) {
      const before = told.size;
      for (const name of down) if (isDead && names.includes(name)) told.add(name);
      return told.size > before && told.size === names.length;
    },
  };
}
