import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cliPage, commandsOf, marker, programForDocs, sections } from './cli-page.ts';

const page = readFileSync(cliPage, 'utf8');
const program = await programForDocs();

describe('docs/cli.md', () => {
  test('says what the commands say of themselves; npx node test/commands/cli-page.ts writes it anew', () => {
    expect(page.split(marker)[1]?.trim()).toBe(sections(program).trim());
  });

  test('says every default in words', () => {
    expect(page).not.toContain('[object');
  });

  test('names every command, and so does the README', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    for (const { path } of commandsOf(program)) {
      expect(page).toContain(`### ${path}`);
      expect(readme).toContain(`\`${path.split(' ')[0]}`);
    }
  });

  test('every command that answers with data has --json, and every one that asks a monitor says where and how', () => {
    const plain = [
      'start',
      'demo',
      'inbox',
      'keys generate',
      'keys limit',
      'keys revoke',
      'config print',
      'status-page export',
    ];
    for (const { path, command } of commandsOf(program)) {
      const flags = command.options.map((option) => option.long);
      if (!plain.includes(path)) expect([path, ...flags]).toContain('--json');
      // Who exports a public page needs no key.
      if (flags.includes('--url') && path !== 'status-page export')
        expect(flags).toEqual(expect.arrayContaining(['--key', '--key-file']));
    }
  });
});
