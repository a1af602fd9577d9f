/**
 * Proves docker-compose.yml on a real engine: npx node test/deploy/try-compose.ts
 *
 * Builds the image, brings the stack up on a free port, and looks whether what is promised holds while containers are
 * killed and stopped under load. Needs Docker and the images that docker-compose.yml names (but Grafana's, which is
 * not started). Leaves nothing behind. BUILD_NETWORK=host where a build reaches the registry in no other way;
 * COMPOSE=docker-compose for that of old engines.
 */
import { bringUp } from './proof/bring-up.ts';
import { buildImage, image } from './proof/build-image.ts';
import { killContainers } from './proof/kill-containers.ts';
import { rollNodes } from './proof/roll-nodes.ts';
import { prepareStage } from './proof/stage.ts';
import { stopNode } from './proof/stop-node.ts';
import { BeatingFleet } from './support/beating-fleet.ts';
import { runProgram } from './support/run-program.ts';

const stage = await prepareStage();
try {
  await buildImage(stage);
  const key = await bringUp(stage);
  const shops = Array.from({ length: 20 }, (_, i) => `shop-${i + 1}`);
  const fleet = new BeatingFleet(stage.stack.url, key, [...shops, 'victim'], 10);
  await killContainers(stage, fleet, key);
  await rollNodes(stage, fleet, key);
  await stopNode(stage, fleet, key);
  await fleet.close();
} catch (error) {
  stage.see('the run comes to its end', false, error instanceof Error ? error.message : String(error));
}
if (!stage.isAllWell())
  console.log(await stage.stack.compose('logs', '--no-color', '--tail', '30').catch(() => ''));

stage.step('The end');
const left = await stage.stack.remove();
await runProgram('docker', ['rmi', image]).catch(() => '');
stage.see('nothing is left behind', left.length === 0, left.join(' '));
console.log(stage.isAllWell() ? '\nAll is well.' : '\nSomething FAILED.');
process.exitCode = stage.isAllWell() ? 0 : 1;
