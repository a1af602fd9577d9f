/**
 * Follows docs/upgrades.md for systemd on a real one, in a container: npx node test/deploy/try-systemd-upgrade.ts
 *
 * The program of the first version's image, with today's unit (that of the first version did not start), a worker and two
 * API nodes behind deploy/nginx/nginx.conf; a fleet beats while the commands of the page run as they stand there. Needs what
 * test/deploy/try-systemd.ts needs.
 */
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { formatBeaten, formatSeconds, readList } from './proof/stage.ts';
import { BeatingFleet } from './support/beating-fleet.ts';
import { firstVersion, unpackVersion } from './support/first-version.ts';
import { here, startPlainMachine } from './support/plain-machine.ts';
import { runProgram } from './support/run-program.ts';
import { formatWhatWasSeen } from './support/say-what-was-seen.ts';
import { upgradeCommands } from './support/upgrade-commands.ts';

const load = 500;
const { step, see, isAllWell } = formatWhatWasSeen();
const folder = await unpackVersion(firstVersion);
const network = process.env['BUILD_NETWORK'];
const build = ['build', '-q', ...(network ? ['--network', network] : [])];
await runProgram('docker', [...build, '-t', 'service-monitor:before', folder]);
const container = (await runProgram('docker', ['create', 'service-monitor:before'])).trim();
await runProgram('docker', ['cp', `${container}:/app/node_modules`, folder]);
await runProgram('docker', ['rm', container]);
const machine = await startPlainMachine({
  '/opt/service-monitor-before': folder,
  '/opt/service-monitor-new': here,
});
const { run, url } = machine;
const units = ['service-monitor@worker', 'service-monitor@api', 'service-monitor@api2'];

try {
  step(`The units, with the program of ${firstVersion}`);
  await run(`ln -sfn /opt/service-monitor-before /opt/service-monitor; mkdir -p /etc/service-monitor
    cd /etc/service-monitor && cp /opt/service-monitor-new/deploy/systemd/*.env .
    printf 'MONITOR_ROLES=api\\nMONITOR_PORT=8082\\n' > api2.env
    printf 'MONITOR_HEARTBEAT_INTERVAL=2s\\nMONITOR_HEARTBEAT_GRACE=1s\\nMONITOR_DOWN_AFTER=10s\\n' >> common.env
    echo redis://127.0.0.1:6379 > redis-url; echo > monitor.yaml
    node /opt/service-monitor-new/src/main.ts keys generate --quiet --file api-key; chmod 600 *
    sed -e '/resolver/d' -e 's/listen 8080/listen 8000/' -e 's/server api:8080 resolve \\(.*\\);/server 127.0.0.1:8080 \\1; server 127.0.0.1:8082 \\1;/' \\
      /opt/service-monitor-new/deploy/nginx/nginx.conf > /etc/nginx/nginx.conf
    cp /opt/service-monitor-new/deploy/systemd/service-monitor@.service /etc/systemd/system/; systemctl daemon-reload
    systemctl start redis-server ${units.join(' ')}; nginx`);
  await eventually('all is ready', async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok, 60_000);
  const pids = async (): Promise<string[]> =>
    (await run(`systemctl show --value -p MainPID ${units.join(' ')}`)).match(/\d+/g) ?? [];
  const before = await pids();
  const key = (await run('cat /etc/service-monitor/api-key')).trim();
  const client = apiClient(url, key);
  const fleet = new BeatingFleet(
    url,
    key,
    Array.from({ length: 20 }, (_, i) => `shop-${i + 1}`),
    10,
  );
  for (const command of upgradeCommands('With systemd')) {
    step(command);
    await fleet.start(load, 0);
    await wait(2_000);
    const startedAtMs = performance.now();
    // The image holds no scripts, and the machine has the Node that they would look for.
    const runnable = command.replace('scripts/service-monitor.mjs', 'src/main.ts');
    const said = await run(`set -e; ${runnable}; echo done-well`);
    const tookMs = performance.now() - startedAtMs;
    await wait(5_000);
    const statuses = await readList('services', () => client.services());
    const incidents = await readList('incidents', () => client.incidents());
    const beaten = await fleet.stop();
    see(
      `the command ends in ${formatSeconds(tookMs)}`,
      said.includes('done-well'),
      said.trim().split('\n').at(-1),
    );
    see('no heartbeat is refused', beaten.lost === 0, formatBeaten(beaten));
    const isHealthy = statuses.length === 20 && statuses.every(({ status }) => status === 'Healthy');
    see('every service is Healthy, and none was Down', isHealthy && incidents.length === 0);
  }
  step('Afterwards');
  const after = await pids();
  const isNew = after.length === units.length && after.every((pid) => pid !== '0' && !before.includes(pid));
  see('every node was started anew', isNew, after.join(' '));
  await fleet.close();
} catch (error) {
  see('the run comes to its end', false, error instanceof Error ? error.message : String(error));
  console.log(await run(`journalctl --no-pager -u 'service-monitor@*' -o cat | tail -20`));
}
await machine.remove();
rmSync(folder, { recursive: true });
await runProgram('docker', ['rmi', 'service-monitor:before']).catch(() => '');
console.log(isAllWell() ? '\nAll is well.' : '\nSomething FAILED.');
process.exitCode = isAllWell() ? 0 : 1;
