import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExportPages } from '../../../../src/commands/status-page/export-pages.ts';
import { memoryFiles } from '../../../../src/http/memory-files.ts';
import { startBrowser } from '../../../dashboard/start-browser.ts';
import { aPage } from './a-page.ts';

/** Makes the pictures of docs/status-page.md anew, of an exported page: `npx node test/http/status-pages/page/record-pictures.ts`. */
const images = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'monitor-pictures-'));
const validForMs = 90_000;
await createExportPages({ folder, pageIds: [null], ask: async () => aPage(), validForMs, now: Date.now })();
const files = memoryFiles.read(folder);
const server = createServer(({ url = '/' }, response) => {
  // The script would say, rightly, that the page is old.
  const file = url.endsWith('.js') ? undefined : files.get(extname(url) === '' ? 'index.html' : url.slice(1));
  response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.contentType ?? 'text/plain' });
  response.end(file?.content);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await startBrowser();

async function take(
  name: string,
  scheme: 'light' | 'dark',
  size: { width: number; height: number },
): Promise<void> {
  await browser.tab.prefer(scheme);
  await browser.tab.goTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  // The first one sets the size of the window.
  await browser.tab.picture(size);
  writeFileSync(`${images}${name}.png`, await browser.tab.picture(size));
}

try {
  await take('status-page', 'light', { width: 960, height: 1180 });
  await take('status-page-phone', 'dark', { width: 390, height: 1560 });
} finally {
  await browser.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
}
