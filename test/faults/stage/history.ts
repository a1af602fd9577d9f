/** What is away in a window: nobody can be heard without an API or Redis, and nothing is judged without a worker. */
export type Away = 'api' | 'redis' | 'worker';

/** A stretch of time by this machine's clock; null: it lasts. */
export interface Window {
  fromMs: number;
  toMs: number | null;
}

export interface AwayWindow extends Window {
  away: Away;
  /** It began with a kill: what Redis had not yet written to its log is gone. */
  isKill?: boolean;
}

/** A member that is silent: it is dead, or nothing of it comes through. */
export interface Silence extends Window {
  n: number;
}

/** What was done to the monitor and to the fleet, and when: the truth of the harness. */
export class History {
  readonly windows: AwayWindow[] = [];
  readonly silences: Silence[] = [];
  /** When a message that was under way may have been cut off. */
  readonly interruptions: number[] = [];

  /** From now on something is away; call the result when it is back. */
  begin(away: Away, isKill = false): () => void {
    const window: AwayWindow = { away, isKill, fromMs: Date.now(), toMs: null };
    this.windows.push(window);
    return () => {
      window.toMs ??= Date.now();
    };
  }

  silent(members: readonly number[]): void {
    const fromMs = Date.now();
    for (const n of members) this.silences.push({ n, fromMs, toMs: null });
  }

  heard(members: readonly number[]): void {
    for (const silence of this.silences) {
      if (members.includes(silence.n)) silence.toMs ??= Date.now();
    }
  }

  /** Who is silent now. */
  silentNow(): number[] {
    return this.silences.filter(({ toMs }) => toMs === null).map(({ n }) => n);
  }

  interrupted(): void {
    this.interruptions.push(Date.now());
  }
}
