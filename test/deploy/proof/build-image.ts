import { runProgram } from '../support/run-program.ts';
import type { Stage } from './stage.ts';

export const image = 'service-monitor:try';

/** Builds the image and looks at what is in it. */
export async function buildImage({ step, see }: Stage): Promise<void> {
  step('The image');
  const network = process.env['BUILD_NETWORK'];
  await runProgram('docker', ['build', '-q', ...(network ? ['--network', network] : []), '-t', image, '.']);
  const format = '{{.Size}} {{.Config.User}}';
  const found = await runProgram('docker', ['image', 'inspect', '-f', format, image]);
  const [size = '', user = ''] = found.trim().split(' ');
  const megabytes = `${Math.round(Number(size) / 1e6)} MB`;
  see('is built and runs as a user of its own', user === '1000:1000', `${megabytes}, user ${user}`);

  const list = `fs.readdirSync('/app/node_modules').filter((name) => ['vitest', 'typescript', 'node', 'oxlint'].includes(name)).join()`;
  const inside = ['--rm', '--read-only', '--network', 'none', '--entrypoint', 'node', image];
  const extra = await runProgram('docker', ['run', ...inside, '-p', list]);
  see('has production packages only', extra.trim() === '', extra.trim());

  const shell = ['--rm', '--read-only', '--network', 'none', '--entrypoint', 'sh', image, '-c'];
  const tools = await runProgram('docker', ['run', ...shell, 'command -v npm npx corepack yarn; true']);
  see('has no package manager', tools.trim() === '', tools.trim());
  const asked = await runProgram('docker', ['run', ...shell, 'service-monitor status 2>&1; true']);
  const asksItself = asked.includes('No monitor answers at http://127.0.0.1:8080');
  see('has the command on its path, which asks the monitor in its container', asksItself, asked.trim());
}
