/** A text of our own with some Markdown: `code`, **loud** words, and links, of which the words are left. */
export function MarkedText({ text }: { text: string }) {
  const words = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/(?<!\*)\*(\w+)\*(?!\*)/g, '$1');
  return <>{words.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map(show)}</>;
}

function show(part: string, i: number) {
  if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>;
  return part.startsWith('**') ? <strong key={i}>{part.slice(2, -2)}</strong> : part;
}
