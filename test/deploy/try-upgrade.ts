/**
 * Follows docs/upgrades.md for docker compose on a real engine: npx node test/deploy/try-upgrade.ts [COMMIT]
 *
 * Brings up the stack of the commit (the first version, when none is named), lets a fleet beat, and runs the commands of
 * the page as they stand there, with this version. Needs what test/deploy/try-compose.ts needs, and the images that
 * the docker-compose.yml of the commit names. Leaves nothing behind.
 */
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { formatBeaten, formatSeconds, readList } from './proof/stage.ts';
import { BeatingFleet } from './support/beating-fleet.ts';
import { prepareStack } from './support/compose-stack.ts';
import { firstVersion, unpackVersion } from './support/first-version.ts';
import { runProgram } from './support/run-program.ts';
import { formatWhatWasSeen } from './support/say-what-was-seen.ts';
import { upgradeCommands } from './support/upgrade-commands.ts';

const load = 500;
const commit = process.argv[2] ?? firstVersion;
const timing = {
  MONITOR_HEARTBEAT_INTERVAL: '2s',
  MONITOR_HEARTBEAT_GRACE: '1s',
  MONITOR_DOWN_AFTER: '10s',
};
const { step, see, isAllWell } = formatWhatWasSeen();
const folder = await unpackVersion(commit);
const old = await prepareStack({ ...timing, MONITOR_VERSION: 'before' }, { root: folder });
const now = await prepareStack({ ...timing, MONITOR_VERSION: 'after', HOME: folder }, { like: old });
const network = process.env['BUILD_NETWORK'];
const build = ['build', '-q', ...(network ? ['--network', network] : [])];

try {
  step(`The stack of ${commit}`);
  await runProgram('docker', [...build, '-t', 'service-monitor:before', folder]);
  await runProgram('docker', [...build, '-t', 'service-monitor:after', '.']);
  await old.compose('up', '-d', '--no-build');
  const isReady = async () => (await fetch(`${old.url}/readyz`).catch(() => null))?.ok;
  await eventually('it is ready', isReady, 120_000);
  const key = /smk_\w{8}_[\w-]{43}/.exec(await old.compose('run', '--rm', 'key'))?.[0] ?? '';
  const client = apiClient(old.url, key);
  const shops = Array.from({ length: 20 }, (_, i) => `shop-${i + 1}`);
  const fleet = new BeatingFleet(old.url, key, shops, 10);

  for (const command of upgradeCommands('With Docker Compose')) {
    step(command);
    await fleet.start(load);
    await wait(2_000);
    const startedAtMs = performance.now();
    // Old images do not have it on their path.
    await now.run(command.replace(' service-monitor ', ' node /app/src/main.ts '));
    const tookMs = performance.now() - startedAtMs;
    await wait(12_000);
    const statuses = await readList('services', () => client.services());
    const incidents = await readList('incidents', () => client.incidents());
    const beaten = await fleet.stop();
    see(`no heartbeat is lost in ${formatSeconds(tookMs)}`, beaten.lost === 0, formatBeaten(beaten));
    const isHealthy = statuses.length === 20 && statuses.every(({ status }) => status === 'Healthy');
    see('every service is Healthy, and none was Down', isHealthy && incidents.length === 0);
  }

  step('Afterwards');
  const nodes = [...(await now.containers('api')), ...(await now.containers('worker'))];
  const images = await now.docker('inspect', '-f', '{{.Config.Image}}', ...nodes);
  const isNew =
    nodes.length === 4 &&
    images
      .trim()
      .split('\n')
      .every((image) => image === 'service-monitor:after');
  see('four nodes run, all of this version', isNew);
  await fleet.close();
} catch (error) {
  see('the run comes to its end', false, error instanceof Error ? error.message : String(error));
}
if (!isAllWell()) console.log(await now.compose('logs', '--no-color', '--tail', '15').catch(() => ''));
const left = await now.remove();
see('nothing is left behind', left.length === 0, left.join(' '));
await runProgram('docker', ['rmi', 'service-monitor:before', 'service-monitor:after']).catch(() => '');
rmSync(folder, { recursive: true });
console.log(isAllWell() ? '\nAll is well.' : '\nSomething FAILED.');
process.exitCode = isAllWell() ? 0 : 1;
