/** What is shown may be this old while somebody looks; a hidden tab is read, and its timers run, less often. */
const mostAgeMs = 30_000;
const mostHiddenAgeMs = 180_000;

/** A tab that is looked at again is read again at once, and needs a moment for it. */
const lookMs = 3_000;

/** How old what is shown is. */
export interface Freshness {
  renew(): void;
  look(): void;
  isOld(isVisible: boolean): boolean;
}

/**
 * Watches how old the page is, by the clocks of this machine alone, whatever the readings do: a page that looks healthy
 * because nothing arrives is worse than none.
 */
export function createFreshness(): Freshness {
  let freshAt = now();
  let lookedAtMs = Date.now();
  return {
    renew() {
      freshAt = now();
    },
    look() {
      lookedAtMs = Date.now();
    },
    isOld(isVisible) {
      const { wallMs, steadyMs } = now();
      // The clock on the wall can be set back, and the steady one may stop while a laptop sleeps.
      const ageMs = Math.max(wallMs - freshAt.wallMs, steadyMs - freshAt.steadyMs);
      if (!isVisible) return ageMs > mostHiddenAgeMs;
      return ageMs > mostAgeMs && Math.abs(wallMs - lookedAtMs) > lookMs;
    },
  };
}

function now() {
  return { wallMs: Date.now(), steadyMs: performance.now() };
}
