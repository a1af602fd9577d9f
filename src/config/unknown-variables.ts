import { letterChanges } from '../domain/nearest-word.ts';
import type { Setting } from './setting.ts';
import { settings } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The names that Kubernetes and Docker give the addresses of a Service called "monitor" or "monitor-…". */
const ofAService = /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const anAddress = /^(tcp|udp|sctp):\/\//;

const known = Object.values(settings).flatMap(({ name, secret }: Setting) =>
  secret ? [name, `${name}_FILE`] : [name],
);

/**
 * Variables that begin with MONITOR_ and are no setting; `named` are those that monitor.yaml asks for. Who misspelt a
 * setting runs with another value than was meant, so that is an error. Any other may belong to another program, or to a
 * newer version that was rolled back, and a monitor that stands still for it watches nobody: that is a warning.
 */
export function judgeVariables(
  env: Env,
  named: ReadonlySet<string>,
): { errors: string[]; warnings: string[] } {
  const unknown = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith('MONITOR_') &&
    value &&
    !known.includes(name) &&
    !named.has(name) &&
    !isOfAService(name, value)
      ? [{ name, ...nearestTo(name) }]
      : [],
  );
  return {
    errors: unknown
      .filter((each) => each.isMeant)
      .map((each) => `${say(each)}; did you mean ${each.nearest}?`),
    warnings: unknown
      .filter((each) => !each.isMeant)
      .map((each) => `${say(each)} and is ignored; the most similar one is ${each.nearest}`),
  };
}

/** For a Service called "monitor" Kubernetes puts an address into MONITOR_PORT too: nobody set our port. */
export function isOfAService(name: string, value: string): boolean {
  return ofAService.test(name) || (name.endsWith('_PORT') && anAddress.test(value));
}

function say({ name }: { name: string }): string {
  return `${name} is not a setting of the monitor`;
}

function nearestTo(name: string): { nearest: string; isMeant: boolean } {
  // Only secrets come from files.
  const words = [bare(name), bare(name.replace(/_FILE$/, ''))];
  const changesTo = (setting: string) => Math.min(...words.map((word) => letterChanges(word, bare(setting))));
  const ranked = known
    .map((setting) => ({ setting, changes: changesTo(setting) }))
    .toSorted((one, other) => one.changes - other.changes);
  const part = known.find((setting) => setting.endsWith(name.replace(/^MONITOR/, '')));
  const { setting: nearest = '', changes = 0 } = ranked[0] ?? {};
  if (changes <= Math.min(2, bare(nearest).length / 3)) return { nearest, isMeant: true };
  return part === undefined ? { nearest, isMeant: false } : { nearest: part, isMeant: true };
}

/** Without what nobody would misspell, or puts elsewhere. */
function bare(name: string): string {
  return name.replace(/^MONITOR_/, '').replaceAll('_', '');
}
