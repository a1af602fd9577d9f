import { createRequire } from 'node:module';
import type { Document } from 'yaml';
import { z } from 'zod';
import { type ChannelConfig, channelConfigSchema } from '../channels/registry.ts';
import type { DependencyRule } from '../domain/dependencies/dependency-rule.ts';
import type { MaintenanceWindow } from '../domain/maintenance/maintenance-window.ts';
import type { ServicePolicy } from '../domain/policy.ts';
import type { Reminding } from '../domain/reminding/reminder-rules.ts';
import { defaultReminding } from '../domain/reminding/reminder-rules.ts';
import type { Routing } from '../domain/routing.ts';
import { severities } from '../domain/severity.ts';
import type { StatusPage } from '../domain/status-page/status-page.ts';
import type { TimingDefaults } from '../domain/timing.ts';
import { explainIssues } from '../explain-issues.ts';
import { dependenciesInFile, faultsOfDependencies } from './dependencies-in-file.ts';
import { durationInFile as duration } from './duration-in-file.ts';
import { faultsOfCommands } from './faults-of-commands.ts';
import { faultsOfPolicies } from './faults-of-timing.ts';
import { faultsOfRoutes, fileMatch, fileRoutes, fileRoutingMode, toRouting } from './file-routes.ts';
import { maintenanceInFile } from './maintenance-in-file.ts';
import { faultsOfNames } from './names-in-file.ts';
import { remindersInFile } from './reminders-in-file.ts';
import { faultsOfStatusPages, statusPagesInFile } from './status-pages-in-file.ts';
import { withVariables } from './with-variables.ts';

/** What `monitor.yaml` says. */
export interface MonitorFile {
  channels: ChannelConfig[];
  /** Null: every channel gets everything. */
  routes: Routing | null;
  policies: ServicePolicy[];
  /** What follows while nobody acknowledges an incident, unless a route says otherwise. */
  reminding: Reminding;
  /** When messages are held back. */
  maintenance: MaintenanceWindow[];
  /** Which services need which others. */
  dependencies: DependencyRule[];
  /** Who is told that the monitor itself is impaired; null: every channel, empty: nobody. */
  operatorChannels: string[] | null;
  /** What everybody may read; none: there are no such pages. */
  statusPages: StatusPage[];
  /** Channels that it names and does not have, and where: they must have been made over the API. */
  elsewhere: string[];
}

/** Loaded with the first file: a monitor without one never needs it. */
const require = createRequire(import.meta.url);

const policy = z
  .strictObject({
    match: fileMatch.default({}),
    severity: z.enum(severities).optional(),
    heartbeatInterval: duration.optional(),
    grace: duration.optional(),
    downAfter: duration.optional(),
    recoveryWindow: duration.optional(),
    minInstances: z.int().min(1).optional(),
    // One word makes no row, and who appears with it would never have been Healthy.
    unhealthyBeats: z.int().min(2).nullish(),
  })
  .transform(
    (given): ServicePolicy => ({
      match: given.match,
      intervalMs: given.heartbeatInterval,
      graceMs: given.grace,
      downAfterMs: given.downAfter,
      recoveryWindowMs: given.recoveryWindow,
      minInstances: given.minInstances,
      unhealthyBeats: given.unhealthyBeats,
      severity: given.severity,
    }),
  );

const file = z.strictObject({
  channels: z.array(channelConfigSchema).default([]),
  routing: fileRoutingMode.optional(),
  routes: fileRoutes.optional(),
  defaultChannels: z.array(z.string()).optional(),
  ...remindersInFile,
  services: z.array(policy).default([]),
  maintenance: maintenanceInFile,
  dependencies: dependenciesInFile,
  operator: z.strictObject({ channels: z.array(z.string()) }).optional(),
  statusPages: statusPagesInFile,
});

/** Reads the text of `monitor.yaml`, `${NAME}` taken from `env`; everything that is wrong goes into `errors`, at once. */
export function parseMonitorFile(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  errors: string[],
  defaults: TimingDefaults,
): MonitorFile {
  explainIssues();
  const none: MonitorFile = {
    ...{
      channels: [],
      routes: null,
      policies: [],
      maintenance: [],
      dependencies: [],
      operatorChannels: null,
      statusPages: [],
      elsewhere: [],
    },
    reminding: defaultReminding,
  };
  const { parseDocument } = require('yaml') as typeof import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  if (document.errors.length > 0) {
    errors.push(...document.errors.map((error) => error.message.split('\n')[0] ?? 'is not valid YAML'));
    return none;
  }
  const plain = toPlain(document);
  if (plain instanceof Error) {
    errors.push(plain.message);
    return none;
  }
  const value = withVariables(plain ?? {}, env, '', errors);
  const parsed = file.safeParse(value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const isUnsaid = isMissing(value, path) && !message.startsWith('is missing');
      errors.push(`${pathOf(path)}: ${isUnsaid ? 'is missing: it ' : ''}${message}`);
    }
  }
  const policies = parsed.success ? parsed.data.services : policiesIn(value);
  const names = faultsOfNames(value, env);
  errors.push(...names.errors, ...faultsOfRoutes(value), ...faultsOfDependencies(value));
  errors.push(...faultsOfPolicies(defaults, policies), ...faultsOfCommands(value, env));
  errors.push(...faultsOfStatusPages(value));
  if (!parsed.success) return none;
  const { channels, services, maintenance, dependencies, operator, statusPages, ...others } = parsed.data;
  const { reminders, escalate, ...routing } = others;
  const routes = toRouting(routing);
  const operatorChannels = operator?.channels ?? null;
  const reminding = {
    reminders: reminders === undefined ? defaultReminding.reminders : reminders,
    escalation: escalate ?? defaultReminding.escalation,
  };
  return {
    ...{ channels, routes, policies: services, reminding, maintenance, dependencies, operatorChannels },
    statusPages,
    elsewhere: names.elsewhere,
  };
}

/** What the document says, or why it cannot be read: an alias of nothing, or so many that they are an attack. */
function toPlain(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return error instanceof Error ? error : new Error('is not valid YAML');
  }
}

/** Those that can be read of a file that is wrong elsewhere, each in its place; null: it cannot. */
function policiesIn(value: unknown): (ServicePolicy | null)[] {
  return z
    .object({ services: z.array(policy.nullable().catch(null)).catch([]) })
    .catch({ services: [] })
    .parse(value).services;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | null)?.[part],
    value,
  );
  return found === undefined;
}

function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'the file';
}
