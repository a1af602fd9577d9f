import { isMap, isScalar, type Node, parseDocument, stringify, type YAMLMap } from 'yaml';
import { readDeployFile } from './support/deploy-files.ts';

interface Row {
  path: string;
  /** As YAML on one line; empty for a part that has values of its own. */
  value: string;
  meaning: string;
}

/** The values of the chart, as its README shows them between `<!-- values -->` and `<!-- /values -->`. */
export function valuesTable(): string {
  const document = parseDocument(readDeployFile('deploy/helm/service-monitor/values.yaml'));
  const rows = rowsOf(document.contents as YAMLMap, []).map(
    ({ path, value, meaning }) =>
      `| \`${path}\` | ${value === '' ? '' : `\`${value}\``} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return ['| value | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function rowsOf(map: YAMLMap, above: readonly string[]): Row[] {
  return map.items.flatMap((pair, index) => {
    const key = pair.key as Node;
    const value = pair.value as Node;
    const path = [...above, isScalar(key) ? String(key.value) : ''];
    // The comment before the first key of a mapping is kept with the mapping.
    const meaning = lastParagraph(key.commentBefore ?? (index === 0 ? map.commentBefore : null));
    const isPart = isMap(value) && value.flow !== true;
    if (!isPart) return [{ path: path.join('.'), value: onOneLine(value), meaning }];
    const own = meaning === '' ? [] : [{ path: path.join('.'), value: '', meaning }];
    return [...own, ...rowsOf(value, path)];
  });
}

function lastParagraph(comment: string | null | undefined): string {
  const paragraph = comment?.split('\n\n').at(-1) ?? '';
  return paragraph
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function onOneLine(value: Node): string {
  return stringify(value.toJSON(), { collectionStyle: 'flow', lineWidth: 0, singleQuote: false }).trim();
}

// Run by itself, it prints the table: npx node test/deploy/values-table.ts
if (import.meta.main) process.stdout.write(`${valuesTable()}\n`);
