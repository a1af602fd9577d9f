import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../house/source-files.ts';

const sources = sourceFiles('src/dashboard', ['.ts', '.tsx', '.css', '.html', '.svg']);
const code = sources.filter(({ path }) => /\.tsx?$/.test(path));
const built = new URL('../../dist/page/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, built));

describe('the sources of the dashboard', () => {
  it.each(code.map(({ path, text }) => ({ path, text })))(
    '$path has no way to make HTML or code from text, and keeps nothing on the disk',
    ({ text }) => {
      expect(text).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|document\.write|\beval\(|new Function|srcdoc/,
      );
      expect(text).not.toMatch(/localStorage/);
    },
  );

  it('come from nowhere else, and hold nothing inline', () => {
    for (const { path, text } of sources)
      expect({ path, text: text.replaceAll(/http:\/\/(www\.w3\.org|127\.0\.0\.1)/g, '') }).not.toMatchObject({
        text: expect.stringMatching(/https?:\/\/|url\(|@import "/),
      });
    const page = sources.find(({ path }) => path.endsWith('index.html'))?.text;
    expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\son[a-z]+=|\sstyle=/);
  });

  it('are all in the page: every style sheet is named by it', () => {
    const page = sources.find(({ path }) => path.endsWith('index.html'))?.text ?? '';
    const styles = sources.filter(({ path }) => path.endsWith('.css'));
    expect(styles.filter(({ path }) => !page.includes(path.replace('src/dashboard/', '')))).toEqual([]);
  });
});

describe('the built page', () => {
  const document = read('index.html').toString();
  const asked = [...document.matchAll(/(?:src|href)="\/dashboard\/([^"]+)"/g)].map(([, name = '']) => name);

  it('is one document, one script, one style sheet and an icon', () => {
    expect(asked.map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
      'dashboard.css',
      'icon.svg',
      'main.js',
    ]);
    expect(asked.filter((name) => !readdirSync(built).includes(name))).toEqual([]);
    expect(document).not.toMatch(/<style|<script(?![^>]* src=)|\son[a-z]+=|\sstyle=/);
  });

  it('loads the views that few open when they are opened, each as a script of its own', () => {
    const lateViews = sources.find(({ path }) => path.endsWith('late-views.ts'))?.text ?? '';
    const names = [...lateViews.matchAll(/import\('.*\/([\w-]+)\.tsx'\)/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(5);
    const first = read(asked.find((name) => name.startsWith('main-')) ?? '').toString();
    const isOne = (name: string) => readdirSync(built).some((file) => file.startsWith(`${name}-`));
    expect(names.filter((name) => !isOne(name) || !first.includes(`import(\`./${name}-`))).toEqual([]);
    expect(first).not.toMatch(/Make a key|A screen across the room/);
  });

  it('has at most 60 KB, compressed', () => {
    const bytes = ['index.html', ...asked].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });
});
