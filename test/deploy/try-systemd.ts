/**
 * Proves deploy/systemd on a real systemd, in a container: npx node test/deploy/try-systemd.ts
 *
 * Installs the units as their head says, starts them before their Redis, hangs up on them, kills them, stops them and
 * gives them settings that are wrong. Needs Docker and Debian's packages. BUILD_NETWORK=host where a build reaches
 * those in no other way.
 */
import { eventually } from '../support/eventually.ts';
import { startPlainMachine } from './support/plain-machine.ts';
import { formatWhatWasSeen } from './support/say-what-was-seen.ts';

const { step, see, isAllWell } = formatWhatWasSeen();
const machine = await startPlainMachine();
const { run } = machine;

const unit = 'service-monitor@api';
const units = `${unit} service-monitor@worker`;
const show = async (property: string) => (await run(`systemctl show --value -p ${property} ${unit}`)).trim();
const answer = async (path: string, port = 8080) =>
  (
    await run(`node -p "fetch('http://127.0.0.1:${port}${path}').then((r) => console.log(r.status)); ''"`)
  ).trim();
const becomes = (path: string, status: string, port = 8080) =>
  eventually(`${path} says ${status}`, async () => (await answer(path, port)) === status, 30_000);

try {
  step('The units');
  await run(`mkdir -p /etc/service-monitor && cd /etc/service-monitor && cp /opt/service-monitor/deploy/systemd/*.env .
    echo redis://127.0.0.1:6379 > redis-url; echo > monitor.yaml
    node /opt/service-monitor/src/main.ts keys generate --quiet --file api-key; chmod 600 *
    cp /opt/service-monitor/deploy/systemd/service-monitor@.service /etc/systemd/system/; systemctl daemon-reload`);
  const faults = (await run(`systemd-analyze verify ${unit}.service`)).trim();
  see('have no fault that systemd-analyze knows', faults === '', faults);
  const exposure = await run(`systemd-analyze security --no-pager ${unit}.service | tail -1`);
  see('are closed', /exposure level .* [01]\.\d/.test(exposure), exposure.trim());

  step('A start before Redis');
  await run(`systemctl start ${units}`);
  await becomes('/livez', '200');
  see('the node is alive and not ready', (await answer('/readyz')) === '503');
  await run('systemctl start redis-server');
  await becomes('/readyz', '200');
  await becomes('/readyz', '200', 8081);
  see('both are ready once Redis is there, without a restart', (await show('NRestarts')) === '0');

  step('SIGHUP, SIGKILL and stop');
  const pid = await show('MainPID');
  await run(`systemctl kill -s HUP ${unit}`);
  await eventually('it says so', async () =>
    (await run(`journalctl -u ${unit} -o cat`)).includes('SIGHUP changes'),
  );
  see('it outlives a hang-up', (await show('MainPID')) === pid);
  await run(`systemctl kill -s KILL ${unit}`);
  await eventually('it is started again', async () => (await show('NRestarts')) === '1');
  await becomes('/readyz', '200');
  see('it is back after it was killed', (await show('MainPID')) !== pid);
  await run(`systemctl stop ${units}`);
  const result = `${await show('Result')} ${await show('ExecMainStatus')}`;
  see('it ends in good order', result === 'success 0', result);

  step('Settings that are wrong');
  await run(
    `echo MONITOR_HEARTBEAT_INTERVAL=never >> /etc/service-monitor/common.env; systemctl start ${unit}`,
  );
  await eventually('it has failed', async () => (await show('ActiveState')) === 'failed');
  const failure = `${await show('ExecMainStatus')} ${await show('NRestarts')}`;
  see('it is not started again', failure === '2 0', failure);
  const said = await run(`journalctl -u ${unit} -o cat`);
  see('its log names the setting', said.includes('"errors":["MONITOR_HEARTBEAT_INTERVAL'));
} catch (error) {
  see('the run comes to its end', false, error instanceof Error ? error.message : String(error));
  console.log(await run(`journalctl --no-pager -u ${unit} -o cat | tail -20`));
}
await machine.remove();
console.log(isAllWell() ? '\nAll is well.' : '\nSomething FAILED.');
process.exitCode = isAllWell() ? 0 : 1;
