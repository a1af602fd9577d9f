import type { ActiveSilence } from '../../src/domain/telling/circumstances.ts';

/** Until when each service is silenced, by its name and the monitor's clock; a service that is not here is not. */
export class Silences {
  readonly untilMs = new Map<string, number>();

  of(serviceName: string, atMs: number): ActiveSilence | null {
    const untilMs = this.untilMs.get(serviceName) ?? 0;
    return untilMs > atMs ? { untilMs, words: 'maintenance' } : null;
  }
}
