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
import type { TimingDefaults } from '../domain/timing.ts';
import { explainIssues } from '../explain-issues.ts';
import { dependenciesInFile, faultsOfDependencies } from './dependencies-in-file.ts';
import { durationInFile as duration } from './duration-in-file.ts';
import { faultsOfPolicies } from './faults-of-timing.ts';
import { faultsOfRoutes, fileMatch, fileRoutes, fileRoutingMode, toRouting } from './file-routes.ts';
import { maintenanceInFile } from './maintenance-in-file.ts';
import { faultsOfNames } from './names-in-file.ts';
import { remindersInFile } from './reminders-in-file.ts';

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
  errors.push(...faultsOfNames(value), ...faultsOfRoutes(value), ...faultsOfDependencies(value));
  errors.push(...faultsOfPolicies(defaults, policies));
  if (!parsed.success) return none;
  const { channels, services, maintenance, dependencies, operator, reminders, escalate, ...routing } =
    parsed.data;
  const routes = toRouting(routing);
  const operatorChannels = operator?.channels ?? null;
  const reminding = {
    reminders: reminders === undefined ? defaultReminding.reminders : reminders,
    escalation: escalate ?? defaultReminding.escalation,
  };
  return { channels, routes, policies: services, reminding, maintenance, dependencies, operatorChannels };
}

/** What the document says, or why it cannot be read: an alias of nothing, or so many that they are an attack. */
function toPlain(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return error instanceof Error ? error : new Error('is not valid YAML');
  }
}

/** Replaces `${NAME}` in every text; a name that is not set is an error, not an empty text. */
function withVariables(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
  path: string,
  errors: string[],
): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Z0-9_]+)\}/gi, (_, name: string) => {
      const found = env[name];
      if (found === undefined) errors.push(`${path}: the environment has no ${name}`);
      return found ?? '';
    });
  }
  if (Array.isArray(value)) {
    return value.map((item, i) => withVariables(item, env, `${path}[${i}]`, errors));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [
    key,
    withVariables(child, env, path === '' ? key : `${path}.${key}`, errors),
  ]);
  return Object.fromEntries(entries);
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
