const name = 'service-monitor.name';

/** Keeps the name of the person who acts for as long as the tab lives. */
export const nameStore = {
  read(): string {
    try {
      return sessionStorage.getItem(name) ?? '';
    } catch {
      // A browser that forbids storage asks again after a reload.
      return '';
    }
  },

  write(said: string): void {
    try {
      sessionStorage.setItem(name, said);
    } catch {
      // As above.
    }
  },
};
