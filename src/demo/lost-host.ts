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
  /** Takes note that a cause was told; whether it is this host, for the first time since it died. */
  isToldAs(cause: string): boolean;
}

export function createLostHost(fleet: DemoFleet, tell: Tell): LostHost {
  const { lostHost, services } = demoPlan;
  const names = services.filter(({ hosts }) => hosts.includes(lostHost)).map(({ name }) => name);
  const isOnIt = ({ host }: { host: string }) => host === lostHost;
  let isDead = false;
  let isTold = false;

  async function die(): Promise<void> {
    if (isDead) return;
    isDead = true;
    isTold = false;
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
    isToldAs(cause) {
      if (!isDead || isTold || cause !== `Host ${lostHost}`) return false;
      isTold = true;
      return true;
    },
  };
}
