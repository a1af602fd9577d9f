const name = 'service-monitor.key';

/** Keeps the API key for as long as the tab lives: never in an address, never on the disk of the page. */
export const keyStore = {
  read(): string | null {
    try {
      return sessionStorage.getItem(name);
    } catch {
      // A browser that forbids storage asks for the key again after a reload.
      return null;
    }
  },

  write(key: string | null): void {
    try {
      if (key === null) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, key);
    } catch {
      // As above: the page in front of us works on.
    }
  },
};
