// Builds the web page, where what is built was not made of exactly these sources: its scripts and its styles as files that
// are named by their content, and the document that asks for them. `npm start` does it, `npm test`, vitest, and the image.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { isPageBuilt, pageOf, sourcesOfPage, stampOf } from './page.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));

/** What an earlier build left may still be read, by a program that starts at this moment. */
const keptMs = 60 * 60 * 1000;

const icons = ['icon.svg', 'icon-down.svg'];

export async function bundlePage(root = here) {
  if (isPageBuilt(root)) return;
  const source = join(root, 'src/dashboard');
  const page = pageOf(root);
  const stamp = sourcesOfPage(root);
  mkdirSync(page, { recursive: true });
  for (const icon of icons) copyFileSync(join(source, icon), join(page, icon));
  const { scripts, entry } = await buildScripts(source, page);
  const { document, styles } = buildDocument(source, page, entry);
  // The document comes last and at once: whatever it asks for is there.
  writeAtOnce(join(page, 'index.html'), document);
  removeOld(page, [...icons, ...scripts, styles, 'index.html']);
  writeAtOnce(stampOf(page), stamp);
}

async function buildScripts(source, page) {
  const bundle = await rolldown({
    input: { main: join(source, 'main.tsx') },
    platform: 'browser',
    preserveEntrySignatures: false,
    tsconfig: false,
    transform: { target: 'es2024', jsx: { runtime: 'automatic', importSource: 'preact' } },
  });
  try {
    const names = { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' };
    // All that is loaded first is one script. What is loaded later takes from it what both need.
    const codeSplitting = { groups: [{ name: 'main', tags: ['$initial'] }] };
    const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting, ...names });
    // Rolldown's own entry would only import that script: one more request, one after another.
    const scripts = output.filter(({ isEntry }) => !isEntry);
    for (const { fileName, code } of scripts) writeFileSync(join(page, fileName), code);
    return {
      scripts: scripts.map(({ fileName }) => fileName),
      entry: scripts.find(({ name }) => name === 'main').fileName,
    };
  } finally {
    await bundle.close();
  }
}

/** The style sheets that the document names become one, in their order. */
function buildDocument(source, page, entry) {
  const document = readFileSync(join(source, 'index.html'), 'utf8');
  const links = [...document.matchAll(/ *<link rel="stylesheet" href="(styles\/[\w-]+\.css)" \/>\n/g)];
  const css = links.map(([, path]) => readFileSync(join(source, path), 'utf8')).join('\n');
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const styles = `dashboard-${hash}.css`;
  writeFileSync(join(page, styles), css);
  const [first = [''], ...others] = links;
  const built = others
    .reduce((text, [link]) => text.replace(link, ''), document)
    .replace(first[0], `    <link rel="stylesheet" href="/dashboard/${styles}" />\n`)
    .replace(/ *<!--[^]*?-->\n/g, '')
    .replace('src="main.tsx"', `src="/dashboard/${entry}"`);
  return { document: built, styles };
}

function writeAtOnce(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

function removeOld(page, built) {
  for (const name of readdirSync(page)) {
    const path = join(page, name);
    if (!built.includes(name) && Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePage();
