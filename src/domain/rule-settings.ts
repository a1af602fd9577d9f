/** The settings that decide when a timer is due. */
const names = ['heartbeatInterval', 'grace', 'downAfter', 'recoveryWindow', 'services'];

/** Of what a node judges by that which timers are set by, as one text: two that are the same set the same timers. */
export function ruleSettings(values: Readonly<Record<string, string>>): string {
  return names.map((name) => `${name}: ${values[name] ?? ''}`).join(', ');
}
