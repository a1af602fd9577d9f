import type { Labels } from './labels.ts';

/** How bad it is if a service is Down. */
export const severities = ['critical', 'warning', 'info'] as const;

export type Severity = (typeof severities)[number];

/** The severity of a service: what the operator says of it, else its own label, else critical. */
export function severityOf(
  policy: { severity?: Severity | undefined },
  labels: Labels | undefined,
): Severity {
  const own = labels !== undefined && Object.hasOwn(labels, 'severity') ? labels['severity'] : undefined;
  return policy.severity ?? severities.find((severity) => severity === own) ?? 'critical';
}
