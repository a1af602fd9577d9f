// The program as a few files, for `npm test`: the tests start it some hundred times, and from its 700 files a start takes
// 1.3 s of CPU, from these 0.5. What users run is the source itself, as it is; the SDKs' suites and the demo start that.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** They look for files beside themselves. */
const unbundled = [/^pino/, /^thread-stream/, /^@fastify\/swagger/, /^msgpackr/, /^bullmq/];

/** A module of ours that looks for files beside itself finds them where they are. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/** @returns {Promise<string>} the path of the file to start */
export async function bundleProgram() {
  const dir = join(root, 'node_modules/.cache/service-monitor');
  const bundle = await rolldown({
    input: join(root, 'src/main.ts'),
    platform: 'node',
    external: unbundled,
    plugins: [keepPlaces],
  });
  await bundle.write({ dir, format: 'esm', cleanDir: true, entryFileNames: 'main.js' });
  await bundle.close();
  return join(dir, 'main.js');
}
