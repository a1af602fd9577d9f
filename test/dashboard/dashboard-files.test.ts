import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../src/dashboard/', import.meta.url);
const names = readdirSync(folder);
const modules = names.filter((name) => name.endsWith('.js'));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const page = read('index.html');

describe('the files of the dashboard', () => {
  it('are all that the page and the modules ask for', () => {
    const asked = [...page.matchAll(/(?:src|href)="\/dashboard\/([^"]+)"/g)].map((match) => match[1]);
    for (const name of modules) {
      asked.push(...[...read(name).matchAll(/from '\.\/([^']+\.js)'/g)].map((match) => match[1]));
      asked.push(...[...read(name).matchAll(/'\/dashboard\/([^']+)'/g)].map((match) => match[1]));
    }
    expect(asked.filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });

  it('are fetched all at once: every module is named by the page', () => {
    expect(modules.filter((name) => !page.includes(`"/dashboard/${name}"`))).toEqual([]);
  });

  it.each(modules)('%s is small, and has no way to make HTML or code from text', (name) => {
    const text = read(name);
    expect(text.split('\n').length).toBeLessThanOrEqual(150);
    expect(text).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/,
    );
    expect(text).not.toMatch(/localStorage|\bimport\(/);
  });

  it('come from nowhere else, and hold nothing inline', () => {
    const own = 'http://www.w3.org/';
    for (const name of names.filter((each) => !each.endsWith('.ts'))) {
      expect(read(name).replaceAll(own, '')).not.toMatch(/https?:\/\/|url\(|@import "/);
    }
    expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\son[a-z]+=|\sstyle=/);
  });
});
