/** A metric that an expression of Prometheus reads, with the labels that it is asked for there. */
export interface MetricUse {
  name: string;
  labels: string[];
}

const words = new Set(['and', 'or', 'unless', 'on', 'by', 'without', 'ignoring', 'bool', 'offset']);

/** What an expression reads, and by which labels it groups. */
export function metricsOfExpression(expression: string): { metrics: MetricUse[]; groupedBy: string[] } {
  const groupings = [...expression.matchAll(/\b(?:by|on|without)\s*\(([^)]*)\)/g)];
  const groupedBy = groupings
    .flatMap((match) => (match[1] ?? '').split(',').map((label) => label.trim()))
    .filter(Boolean);
  const rest = expression.replace(/\b(?:by|on|without)\s*\([^)]*\)/g, ' ').replace(/\[[^\]]*\]/g, ' ');
  const metrics: MetricUse[] = [];
  for (const [, name = '', , selector = ''] of rest.matchAll(
    /\b([a-zA-Z_:][\w:]*)\b(?!\s*\()(\s*\{([^}]*)\})?/g,
  )) {
    // What stands inside a selector is a label, and its values are texts.
    if (words.has(name)) continue;
    const labels = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map((match) => match[1] ?? '');
    metrics.push({ name, labels });
  }
  return { metrics, groupedBy };
}
