const action = /^(\s*)\{\{-?\s*(.*?)\s*-?\}\}\s*$/;

/**
 * The YAML that is left of a Helm template when its actions are taken out. A line that is only an action goes, with
 * the `else` branch that it begins (an `else` without indentation begins a document of its own); where it would put
 * lines in (`nindent`), a word stands for them; an action inside a line becomes a word. No proof that Helm renders
 * it, but of its indentation, quotes and structure.
 */
export function stripTemplate(text: string): string {
  const left: string[] = [];
  let skippedTo: string | null = null;
  for (const line of text.replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g, '').split('\n')) {
    const [, indent = '', does = ''] = action.exec(line) ?? [];
    const isAction = action.test(line);
    if (skippedTo !== null) {
      if (isAction && does === 'end' && indent === skippedTo) skippedTo = null;
    } else if (!isAction) {
      left.push(line.replace(/\{\{.*?\}\}/g, 'word'));
    } else if (does.startsWith('else')) {
      if (indent === '') left.push('---');
      else skippedTo = indent;
    } else {
      left.push(...standIn(does, left));
    }
  }
  return left.join('\n');
}

/** An item where a list goes on, else a key of a mapping; nothing for an action that puts nothing in. */
function standIn(does: string, before: readonly string[]): string[] {
  const depth = /nindent (\d+)/.exec(does)?.[1];
  if (depth === undefined) return [];
  const indent = ' '.repeat(Number(depth));
  const sibling = before.findLast((line) => line.trim() !== '' && !line.startsWith(`${indent} `));
  return [
    sibling?.startsWith(`${indent}- `) ? `${indent}- word` : `${indent}"${does.replaceAll('"', '')}": word`,
  ];
}
