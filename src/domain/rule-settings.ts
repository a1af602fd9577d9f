type Values = Readonly<Record<string, string>>;

/** The settings that decide when a timer is due. */
const names = ['heartbeatInterval', 'grace', 'downAfter', 'recoveryWindow', 'services'];

/** Those that only workers have and show: nobody else sets the timers of services. */
const namesOfWorkers = ['reminders'];

const isWorker = (values: Values) => 'channels' in values;

/** The rules of a node that timers depend on, as one text. Workers with the same text set the same timers. */
export function ruleSettings(values: Values): string {
  return [...names, ...namesOfWorkers].map((name) => `${name}: ${values[name] ?? ''}`).join(', ');
}

/** Whether another node sets timers otherwise than a worker with these settings. */
export function hasOtherRules(own: Values, other: Values): boolean {
  const compared = isWorker(other) ? [...names, ...namesOfWorkers] : names;
  return compared.some((name) => (own[name] ?? '') !== (other[name] ?? ''));
}
