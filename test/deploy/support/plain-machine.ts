import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from './run-program.ts';

/** A machine with systemd, Node and a redis-server that is not started, and the program in /opt/service-monitor. */
export interface PlainMachine {
  /** What a command of the shell prints there; what fails says so in its text. */
  run(script: string): Promise<string>;
  /** Its port 8000, from here. */
  url: string;
  remove(): Promise<void>;
}

/** This version of the program. */
export const here = fileURLToPath(new URL('../../../', import.meta.url));
const image = 'service-monitor-machine:try';

/** systemd needs most of what root may do, and its own groups; not all engines give SYS_RESOURCE away. */
const rights = [
  ...['--cap-add', 'ALL', '--cap-drop', 'SYS_RESOURCE'],
  ...['--security-opt', 'seccomp=unconfined', '--security-opt', 'apparmor=unconfined'],
  ...['--tmpfs', '/run', '--tmpfs', '/run/lock', '--tmpfs', '/tmp', '-v', '/sys/fs/cgroup:/sys/fs/cgroup:rw'],
  ...['-e', 'container=docker'],
];

/** Starts the machine in a container, with the folders of programs where they belong. */
export async function startPlainMachine(
  programs: Record<string, string> = { '/opt/service-monitor': here },
): Promise<PlainMachine> {
  const network = process.env['BUILD_NETWORK'];
  const build = ['build', '-q', ...(network ? ['--network', network] : []), '-t', image];
  await runProgram('docker', [...build, `${here}test/deploy/systemd`]);
  const name = `monitor-machine-${randomUUID().slice(0, 8)}`;
  const parts = ['src', 'deploy', 'node_modules', 'package.json'];
  const mounts = Object.entries(programs).flatMap(([to, from]) =>
    parts.flatMap((part) => ['-v', `${from}${part}:${to}/${part}:ro`]),
  );
  const port = await freePort();
  const publish = ['-p', `127.0.0.1:${port}:8000`];
  await runProgram('docker', ['run', '-d', '--name', name, ...publish, ...rights, ...mounts, image]);
  const run = (script: string) =>
    runProgram('docker', ['exec', name, 'sh', '-c', `(${script}) 2>&1 || true`]);
  await eventually('systemd runs', async () =>
    /running|degraded/.test(await run('systemctl is-system-running')),
  );
  // On a machine systemd does so itself; credentials are handed over that way.
  await run('mount --make-rshared /; systemctl stop redis-server');
  return {
    run,
    url: `http://127.0.0.1:${port}`,
    remove: async () => void (await runProgram('docker', ['rm', '-f', name])),
  };
}
