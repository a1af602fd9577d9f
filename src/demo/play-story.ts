import { pause } from '../simulator/fleet/pace.ts';
import type { DemoFleet } from './demo-fleet.ts';
import type { LostHost } from './lost-host.ts';
import type { Tell } from './tell.ts';

/** What happens when, from the start of the story. The fourth second of a silence makes a service Down. */
const times = {
  silentMs: 3_000,
  backMs: 10_500,
  deployMs: 17_000,
  hostMs: 23_000,
  flapsMs: 32_000,
  endMs: 57_000,
} as const;

const flaps = { times: 3, silentMs: 5_500, heardMs: 2_000 } as const;

interface Parts {
  fleet: DemoFleet;
  lostHost: LostHost;
  tell: Tell;
  /** How many messages came that name this service. */
  lettersAbout: (serviceName: string) => number;
  signal: AbortSignal;
}

/** A minute in the life of the fleet. Ends early, and quietly, when the signal is aborted. */
export async function playStory({ fleet, lostHost, tell, lettersAbout, signal }: Parts): Promise<void> {
  const beganAtMs = performance.now();
  const until = async (atMs: number) => {
    await pause(Math.max(0, beganAtMs + atMs - performance.now()), signal);
    signal.throwIfAborted();
  };
  const of = (name: string) => (copy: { serviceName: string }) => copy.serviceName === name;

  try {
    await until(times.silentMs);
    tell.line('payments is silent: both instances were killed');
    await fleet.kill(of('payments'));

    await until(times.backMs);
    tell.line('payments is started again');
    fleet.start(of('payments'));

    await until(times.deployMs);
    tell.line('checkout is deployed: 2.5.0 in place of 2.4.0, one instance after the other');
    for (const host of fleet.hostsOf('checkout')) {
      await fleet.replace('checkout', host, '2.5.0');
      await pause(700, signal);
    }
    const letters = lettersAbout('checkout');
    tell.line(`checkout runs 2.5.0 on all hosts: ${letters === 0 ? 'no alarm' : `${letters} messages`}`);

    await until(times.hostMs);
    await lostHost.die();

    await until(times.flapsMs);
    tell.line('search begins to crash repeatedly');
    for (let time = 0; time < flaps.times; time++) {
      await fleet.kill(of('search'));
      await until(times.flapsMs + time * (flaps.silentMs + flaps.heardMs) + flaps.silentMs);
      fleet.start(of('search'));
      await until(times.flapsMs + (time + 1) * (flaps.silentMs + flaps.heardMs));
    }
    await until(times.endMs);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
