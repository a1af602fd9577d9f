import type { Setting } from '../../src/config/setting.ts';
import { settings } from '../../src/config/settings.ts';

/** The table of settings as README.md shows it between `<!-- settings -->` and `<!-- /settings -->`. */
export function settingsTable(): string {
  const all: readonly Setting[] = Object.values(settings);
  const rows = all.map(({ name, fallback, meaning, secret }) => {
    const file = secret ? ` It can also be read from a file: put its path into \`${name}_FILE\`.` : '';
    return `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning}${file} |`;
  });
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

// Run by itself, it prints the table: npx node test/config/settings-table.ts
if (import.meta.main) process.stdout.write(`${settingsTable()}\n`);
