import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config/configuration.ts';
import type { ChannelEvent } from '../domain/channel-events.ts';
import { type Need, needsOf } from '../domain/dependencies/dependency-rule.ts';
import { writeDuration } from '../domain/duration.ts';
import { isLabelName } from '../domain/labels.ts';
import type { ServiceMatch } from '../domain/matches-service.ts';
import { rulesFor } from '../domain/policy.ts';
import { noReminding, type ReminderRules, type Reminding } from '../domain/reminding/reminder-rules.ts';
import { remindingFor } from '../domain/reminding/reminding-for.ts';
import { routeMessage } from '../domain/route-message.ts';
import { type RoutedService, type RouteEvent, routeEvents } from '../domain/routing.ts';
import { type Severity, severities, severityOf } from '../domain/severity.ts';
import { readUsedChannels } from './read-used-channels.ts';
import { renderRows } from './render-rows.ts';
import { requireConfig } from './require-config.ts';
import { runWithRedis } from './run-with-redis.ts';
import { columnsOf, type Terminal } from './terminal.ts';

interface Flags {
  environment: string;
  label: Record<string, string>;
  event: RouteEvent;
  severity?: Severity;
  at: number;
  api?: true;
  json?: boolean;
}

/** A channel, wherever it comes from; those of the file have no services of their own. */
interface AskedChannel {
  id: string;
  type: string;
  events?: readonly ChannelEvent[] | undefined;
  match?: ServiceMatch | null;
}

/**
 * `routes test`: who would be told. It reads the file alone, like `config check`: before a monitor uses it. Only if it is
 * asked for the channels of the API it looks at what Redis has.
 */
export function routesCommand(terminal: Terminal, nowMs: number): Command {
  const test = new Command('test')
    .description('say which channels would be told of a service, by which route, and why others would not')
    .argument('<service>', 'its name')
    .option('--environment <name>', 'its environment', 'production')
    .addOption(
      new Option('--label <name=value>', 'a label of it; may be given several times')
        .argParser(toLabels)
        .default({}, 'none'),
    )
    .addOption(new Option('--event <event>', 'what happens').choices(routeEvents).default('down'))
    .addOption(
      new Option('--severity <severity>', 'instead of what its policy or its label says').choices(severities),
    )
    .addOption(
      new Option('--at <time>', 'when, such as 2026-01-31T22:00:00+01:00')
        .argParser(toTime)
        .default(nowMs, 'now'),
    )
    .option('--api', 'also the channels that were made over the API, as Redis has them')
    .option('--json', 'print JSON')
    .action(async (serviceName: string, flags: Flags) => {
      const config = requireConfig(terminal);
      if (config === null) return;
      if (flags.api !== true) return tell(config, config.channels, serviceName, flags);
      await runWithRedis(
        terminal,
        async (client) => tell(config, await readUsedChannels(client, config), serviceName, flags),
        { config },
      );
    });

  function tell(config: Config, asked: readonly AskedChannel[], serviceName: string, flags: Flags): void {
    const { environment, label: labels, event, at: atMs, json } = flags;
    const name = { serviceName, environment };
    const rules = rulesFor(config.timing, config.policies, name);
    const service = { ...name, labels, severity: flags.severity ?? severityOf(rules, labels) };
    // An end follows its outage, and not the time.
    const message = { service, events: [event] as const, atMs: event === 'resolved' ? null : atMs };
    const channels = asked.map(({ id, type, events, match }) => ({
      ...{ channelId: id, type, events },
      ...(match == null ? {} : { match }),
    }));
    const routed = routeMessage(message, config.routes, channels);
    // They follow an outage that nobody acknowledges, whatever time it is then.
    const { reminders, escalation } =
      event === 'down' ? remindingFor(service, config.routes, config.reminding) : noReminding;
    const answers = channels.map(({ channelId, type }) => {
      const found = routed.get(channelId);
      const why = found?.kind === 'led' ? found.by : (found?.because ?? '');
      const step = escalation.find((one) => one.channels.includes(channelId));
      const later = step === undefined ? '' : `; told after ${writeDuration(step.afterMs)} by the escalation`;
      const told = found?.kind === 'led';
      return { channelId, channelType: type, told, why: told ? why : `${why}${later}` };
    });
    const dependsOn = needsOf(service, config.dependencies);
    if (json) {
      const at = new Date(atMs).toISOString();
      return terminal.out(
        `${JSON.stringify({ service, event, at, channels: answers, dependsOn, reminders, escalation })}\n`,
      );
    }
    terminal.out(`${describe(service, event, atMs)}\n`);
    terminal.out(`${describeNeeds(dependsOn)}\n`);
    const rows = answers.map(({ channelId, channelType, told, why }) => [
      ...[channelId, channelType, told ? 'yes' : 'no', why],
    ]);
    terminal.out(
      rows.length === 0
        ? 'There are no channels.\n'
        : renderRows(['CHANNEL', 'TYPE', 'TOLD', 'WHY'], rows, columnsOf(terminal)),
    );
    if (event === 'down') terminal.out(`\n${describeReminding({ reminders, escalation })}`);
  }

  return new Command('routes').description('test the routes of monitor.yaml').addCommand(test);
}

function describe(
  { serviceName, environment, severity }: RoutedService,
  event: RouteEvent,
  atMs: number,
): string {
  const what = `${serviceName} in ${environment}, severity ${severity ?? 'critical'}: ${event}`;
  if (event === 'resolved')
    return `${what}, whenever it is. Of these channels, those are told that were told of the outage.`;
  return `${what}, at ${new Date(atMs).toISOString()}`;
}

/** What follows while it is Down and nobody acknowledges it. */
function describeReminding({ reminders, escalation }: Reminding): string {
  const steps = escalation.map(
    ({ afterMs, channels }) => `  after ${writeDuration(afterMs)}: also ${channels.join(', ')}\n`,
  );
  return `While nobody acknowledges it:\n${steps.join('')}  ${describeReminders(reminders)}\n`;
}

function describeReminders(reminders: ReminderRules | null): string {
  if (reminders === null) return 'no reminders';
  const { everyMs, backOff, longestMs } = reminders;
  const first = `reminders, the first after ${writeDuration(everyMs)}`;
  if (backOff === 1 || everyMs >= longestMs) return `${first}, then every ${writeDuration(everyMs)}`;
  return `${first}; each wait is ${backOff} times the one before, at most ${writeDuration(longestMs)}`;
}

/** The messages of its outages wait while one of these is Down. */
function describeNeeds(needs: readonly Need[]): string {
  const named = needs.map(({ glob, by }) => `${glob} (${by})`);
  return named.length === 0 ? '' : `It depends on ${named.join(', ')}.\n`;
}

function toLabels(text: string, before: Record<string, string>): Record<string, string> {
  const [, name = '', value = ''] = /^([^=:]*)[=:](.*)$/su.exec(text) ?? [];
  if (!isLabelName(name) || value === '')
    throw new InvalidArgumentError('Give a label and its value, such as team=shop.');
  return { ...before, [name]: value.normalize('NFC') };
}

function toTime(text: string): number {
  const atMs = Date.parse(text);
  // Without a zone it would be the time of whichever machine this is.
  if (!/(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(atMs))
    throw new InvalidArgumentError('Give a time with its offset, such as 2026-01-31T22:00:00+01:00 or …Z.');
  return atMs;
}
