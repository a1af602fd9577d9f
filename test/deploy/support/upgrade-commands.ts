import { readDeployFile } from './deploy-files.ts';

/** The commands below a heading of docs/upgrades.md, as they stand there; not those that fetch and build a version. */
export function upgradeCommands(heading: string): string[] {
  const [, section = ''] = readDeployFile('docs/upgrades.md').split(`### ${heading}\n`);
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section.split('\n### ')[0] ?? '') ?? [];
  const commands = block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter(
      (line) => line !== '' && !line.startsWith('#') && !/^(git|npm|docker compose build)\b/.test(line),
    );
  if (commands.length === 0) throw new Error(`docs/upgrades.md has no commands under "${heading}"`);
  return commands;
}
