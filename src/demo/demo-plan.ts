/** A service of the demo: its instances run on these hosts. */
export interface PlannedService {
  name: string;
  hosts: readonly string[];
}

const lostHost = 'rack-7';

/** What runs in the demo, and how fast its time goes: Down after four seconds instead of two minutes. */
export const demoPlan = {
  environment: 'production',
  intervalMs: 1_000,
  settings: {
    MONITOR_HEARTBEAT_INTERVAL: '1s',
    MONITOR_HEARTBEAT_GRACE: '500ms',
    MONITOR_DOWN_AFTER: '4s',
  },
  services: [
    { name: 'payments', hosts: ['rack-1', 'rack-2'] },
    { name: 'checkout', hosts: ['rack-1', 'rack-2', 'rack-3'] },
    { name: 'search', hosts: ['rack-2', 'rack-3'] },
    { name: 'catalogue', hosts: ['rack-1', 'rack-3'] },
    { name: 'shipping', hosts: ['rack-1', 'rack-2'] },
    ...['exports', 'geocoder', 'invoices', 'mailer', 'reports'].map((name) => ({ name, hosts: [lostHost] })),
  ] satisfies PlannedService[],
  /** All that runs on this host runs nowhere else; it stays dead until a person acts. */
  lostHost,
} as const;
