// Makes a few files of the program's 700, where none are there of these sources. `npm start` does it when the sources
// changed, `npm test` for the programs that tests start; `bundle-program.mjs DIRECTORY` for an image.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { bundleOf, bundlesOf, sourceOf } from './program.mjs';

const http = createRequire(import.meta.url)('node:http');
const root = fileURLToPath(new URL('..', import.meta.url));

/** They look for files beside themselves. */
const unbundled = [/^pino/, /^thread-stream/, /^@fastify\/swagger/, /^msgpackr/, /^bullmq/];

/** Older ones are removed: whoever still runs one may load parts of it, so not at once. */
const mostBundles = 10;

/** A module of ours that looks for files beside itself finds them where they are. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/** What loads a part of a kind of channel, and under which name that part stands beside the bundle. */
const loaders = {
  'src/channels/registry.ts': ['`./${type}/send.ts`', '`./kind-${type}.js`'],
  'src/channels/channel-about-of.ts': ['`./${type}/about.ts`', '`./about-${type}.js`'],
};

/**
 * Each kind of channel is a file of its own, which is loaded with the first channel of it, at once; it shares its packages
 * with the program. From its source it would bring them a second time, and with them what reads TypeScript.
 */
const keepKinds = {
  name: 'keep-kinds',
  transform(code, id) {
    const loader = loaders[relative(root, id)];
    if (loader === undefined) return null;
    // The second is kept from the plugin below: these files stand beside the bundle, not beside the source.
    const changes = [loader, ['createRequire(import.meta.url)', 'createRequire(import.meta["url"])']];
    if (!changes.every(([from]) => code.includes(from)))
      throw new Error(`${id} loads its kinds in another way`);
    return changes.reduce((changed, [from, to]) => changed.replace(from, () => to), code);
  },
};

/**
 * An `import` of node:http asks for every name that it has, and some of these load all of Node's own HTTP client, which
 * takes 13 MB; `require` does not ask. Whoever does that from the source has the 13 MB more.
 */
const sparingHttp = {
  name: 'sparing-http',
  resolveId(source, _importer, { kind }) {
    return source === 'node:http' && kind === 'import-statement' ? '\0sparing-http' : null;
  },
  load(id) {
    if (id !== '\0sparing-http') return null;
    const names = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, { get }]) => !get);
    return `import { createRequire } from 'node:module';
const http = createRequire(import.meta['url'])('node:http');
export default http;
export const { ${names.map(([name]) => name).join(', ')} } = http;`;
  },
};

/** V8 keeps a text with a single character beyond ASCII in two bytes for each: with these escaped it holds 3 MB less. */
function inAscii(code) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replaceAll(/[\u0080-\uffff]/g, escaped);
}

/** @returns {Promise<string>} the path of the file to start */
export async function bundleProgram() {
  const wanted = bundleOf();
  if (existsSync(wanted)) return wanted;
  const unfinished = `${dirname(wanted)}.${process.pid}`;
  await bundleInto(unfinished);
  // Who changed a source meanwhile starts from the sources.
  if (bundleOf() === wanted) place(unfinished, dirname(wanted));
  rmSync(unfinished, { recursive: true, force: true });
  removeOld();
  return existsSync(wanted) ? wanted : sourceOf();
}

/** Of two that start at once the faster places it; the other made the same. */
function place(unfinished, wanted) {
  try {
    renameSync(unfinished, wanted);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
  }
}

async function bundleInto(dir) {
  mkdirSync(dir, { recursive: true });
  const bundle = await rolldown({
    input: { main: sourceOf(), ...kindsOfChannels() },
    platform: 'node',
    external: unbundled,
    tsconfig: false,
    plugins: [keepKinds, keepPlaces, sparingHttp],
  });
  try {
    const { output } = await bundle.generate({
      ...{ format: 'esm', entryFileNames: '[name].js' },
      comments: { legal: true, jsdoc: false, annotation: false },
    });
    for (const { fileName, code } of output) writeFileSync(join(dir, fileName), inAscii(code));
  } finally {
    await bundle.close();
  }
}

function kindsOfChannels() {
  const folder = join(root, 'src/channels');
  const kinds = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'send.ts')));
  const files = kinds.flatMap((kind) => [
    [`kind-${kind}`, join(folder, kind, 'send.ts')],
    [`about-${kind}`, join(folder, kind, 'about.ts')],
  ]);
  return Object.fromEntries(files);
}

function removeOld() {
  // Another start may remove one meanwhile: it is as old as can be.
  const madeAtMs = (dir) => statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const finished = readdirSync(bundlesOf()).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const dirs = finished.map((name) => ({
    dir: join(bundlesOf(), name),
    atMs: madeAtMs(join(bundlesOf(), name)),
  }));
  const old = dirs.sort((a, b) => b.atMs - a.atMs).slice(mostBundles);
  for (const { dir } of old) rmSync(dir, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === undefined) await bundleProgram();
  else await bundleInto(resolve(process.argv[2]));
}
