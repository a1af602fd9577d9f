import type { Mutant } from './mutant.ts';

/** What stands in the table for a mutant that no test noticed, though one could. */
export const nobody = '**nobody**';

/** What `docs/mutations.md` says. */
export function mutantsTable(rows: readonly { mutant: Mutant; noticed: string }[], date: string): string {
  const killed = rows.filter(({ noticed }) => !/^(\*\*)?nobody\b/.test(noticed)).length;
  const files = Map.groupBy(rows, ({ mutant }) => mutant.file);
  const sections = [...files].map(
    ([file, some]) =>
      `\n## ${file}\n\n| the clause that was broken | who noticed |\n|---|---|\n${some.map(rowOf).join('\n')}\n`,
  );
  return `# Mutations

Each clause of the rules is broken on purpose, one at a time, and some test must notice. Made by
\`npx node test/mutation/main.ts\` from the lists in \`test/mutation\`; \`npm test\` checks that every mutant still has its
place in the code.

${rows.length} mutants; ${killed} were noticed, ${rows.length - killed} cannot be. State of the code: ${date}.
${sections.join('')}`;
}

/** Who noticed what, by the names of the rows, as an earlier table has it. */
export function readTable(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let file = '';
  for (const line of text.split('\n')) {
    file = /^## (.*)$/.exec(line)?.[1] ?? file;
    const [, clause, noticed] = /^\| (.*?) \| (.*) \|$/.exec(line) ?? [];
    if (clause !== undefined && noticed !== undefined) found.set(`${file} ${clause}`, noticed);
  }
  return found;
}

export function rowName({ file, clause }: Mutant): string {
  return `${file} ${escape(clause)}`;
}

function rowOf({ mutant, noticed }: { mutant: Mutant; noticed: string }): string {
  return `| ${escape(mutant.clause)} | ${escape(noticed.replace(/^test\//, ''))} |`;
}

const escape = (text: string) => text.replaceAll(/(?<!\\)\|/g, '\\|');
