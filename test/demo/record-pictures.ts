import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../dashboard/start-browser.ts';
import { eventually } from '../support/eventually.ts';
import { openTerminal } from '../support/open-terminal.ts';
import { drawTerminal } from './draw-terminal.ts';

/** Makes the README's pictures anew from a demo that really runs, in about a minute: `npx node test/demo/record-pictures.ts`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const columns = 80;

const start = `stty cols ${columns} rows 40; exec "${process.execPath}" src/main.ts demo`;
const terminal = openTerminal(['sh', '-c', start], root, {
  ...{ PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TERM: 'xterm' },
});
const says = (sign: string) =>
  eventually(`the demo says ${sign}`, () => terminal.printed().includes(sign), 90_000);
const browser = await startBrowser();
try {
  await says('Healthy');
  // oxlint-disable-next-line no-control-regex -- the colours of the terminal
  const link = /Dashboard +(?:\x1B\[\d+m)*(http[^\s\x1B]+)/.exec(terminal.printed())?.[1] ?? '';
  await browser.tab.goTo(link);
  await says('search is Down');
  const shown = () => browser.tab.run<string>('document.body.innerText');
  await eventually('the dashboard shows it', async () => /search\s+[^]*Down/.test(await shown()));
  const picture = await browser.tab.picture({ width: 1080, height: 760 });
  terminal.press('\r');
  await says('rack-7 is back');
  await says('search flaps');
  const [, story = ''] =
    /\n(\S*Service Monitor, the demo[^]*search flaps[^\n]*\n[^\n]*)/.exec(terminal.printed()) ?? [];
  // The link opened once; what stands there is of no use to anybody.
  const clean = story
    .replace(/(#\/open\/)[\w-]+/, '$1dIxq2mYvJt0c5rWnKe8HzA')
    .replace(/\r/g, '')
    .replace(/\n\n(\S*\d\d:\d\d:\d\d\S* +You)/, '\n$1')
    .trimEnd();
  writeFileSync(`${root}docs/images/demo.svg`, drawTerminal(clean, columns));
  writeFileSync(`${root}docs/images/dashboard.png`, picture);
} finally {
  terminal.press('\x03');
  await terminal.ended;
  await browser.stop();
}
