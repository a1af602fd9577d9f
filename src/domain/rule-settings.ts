/** The settings that decide when a timer is due. */
const names = ['heartbeatInterval', 'grace', 'downAfter', 'recoveryWindow', 'services'];

/** The rules of a node that timers depend on, as one text. Nodes with the same text set the same timers. */
export function ruleSettings(values: Readonly<Record<string, string>>): string {
  return names.map((name) => `${name}: ${values[name] ?? ''}`).join(', ');
}
