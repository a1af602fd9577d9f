const name = 'service-monitor.way';

/** Keeps the address within the page while its person signs in elsewhere. */
export const wayStore = {
  write(hash: string): void {
    try {
      sessionStorage.setItem(name, hash);
    } catch {
      // A browser that forbids storage comes back to the first page.
    }
  },

  /** What was kept, once; empty: nothing. */
  take(): string {
    try {
      const kept = sessionStorage.getItem(name) ?? '';
      sessionStorage.removeItem(name);
      return kept;
    } catch {
      return '';
    }
  },
};
