import { createRequire } from 'node:module';
import { z } from 'zod';
import type { CallbackReader } from '../actors/ports/callbacks.ts';
import type { Channel } from '../actors/ports/notifications.ts';
import type { StormLimit } from '../domain/telling/storm-limit.ts';
import type { ChannelKind, ChannelSchema } from './channel-kind.ts';
import type { ChannelServices, OpenedChannel } from './channel-services.ts';
import { type TemplateTexts, withOwnWords } from './own-words/with-own-words.ts';

const require = createRequire(import.meta.url);

/** Every kind of channel there is. A new kind is one folder and one line here; its folder is loaded with the first channel of it. */
const kinds = {
  email: () => (load('email') as typeof import('./email/send.ts')).kind,
  webhook: () => (load('webhook') as typeof import('./webhook/send.ts')).kind,
  slack: () => (load('slack') as typeof import('./slack/send.ts')).kind,
  discord: () => (load('discord') as typeof import('./discord/send.ts')).kind,
  telegram: () => (load('telegram') as typeof import('./telegram/send.ts')).kind,
  ntfy: () => (load('ntfy') as typeof import('./ntfy/send.ts')).kind,
  teams: () => (load('teams') as typeof import('./teams/send.ts')).kind,
  mattermost: () => (load('mattermost') as typeof import('./mattermost/send.ts')).kind,
  rocketchat: () => (load('rocketchat') as typeof import('./rocketchat/send.ts')).kind,
  googlechat: () => (load('googlechat') as typeof import('./googlechat/send.ts')).kind,
  gotify: () => (load('gotify') as typeof import('./gotify/send.ts')).kind,
  pushover: () => (load('pushover') as typeof import('./pushover/send.ts')).kind,
  matrix: () => (load('matrix') as typeof import('./matrix/send.ts')).kind,
  zulip: () => (load('zulip') as typeof import('./zulip/send.ts')).kind,
  pushbullet: () => (load('pushbullet') as typeof import('./pushbullet/send.ts')).kind,
  twilio: () => (load('twilio') as typeof import('./twilio/send.ts')).kind,
  signl4: () => (load('signl4') as typeof import('./signl4/send.ts')).kind,
  'splunk-on-call': () => (load('splunk-on-call') as typeof import('./splunk-on-call/send.ts')).kind,
  pagerduty: () => (load('pagerduty') as typeof import('./pagerduty/send.ts')).kind,
  jsm: () => (load('jsm') as typeof import('./jsm/send.ts')).kind,
  opsgenie: () => (load('opsgenie') as typeof import('./opsgenie/send.ts')).kind,
  signal: () => (load('signal') as typeof import('./signal/send.ts')).kind,
  alertmanager: () => (load('alertmanager') as typeof import('./alertmanager/send.ts')).kind,
  apprise: () => (load('apprise') as typeof import('./apprise/send.ts')).kind,
  command: () => (load('command') as typeof import('./command/send.ts')).kind,
};

type ChannelType = keyof typeof kinds;

/** The names of all kinds, as `type` of a channel has them. */
export const channelTypes = Object.keys(kinds) as [ChannelType, ...ChannelType[]];

export type ChannelConfig = z.output<ReturnType<(typeof kinds)[ChannelType]>['config']>;

/** The configuration of a channel of any kind; `type` decides which fields it has, others are errors. */
export const channelConfigSchema = z
  .looseObject({ type: z.enum(channelTypes) })
  .transform((given, context): ChannelConfig => {
    const parsed = kinds[given.type]().config.safeParse(given);
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path });
    return z.NEVER;
  });

/** What the configuration of one kind of channel has. */
export function channelSchemaOf(type: ChannelType): ChannelSchema {
  return kinds[type]().config;
}

/** Opens the channel that a configuration describes. It connects to nothing before the first message. */
export function openChannel(config: ChannelConfig, services: ChannelServices): Channel {
  const { id, type, events } = config;
  const kind = kinds[type]() as unknown as Pick<ChannelKind, 'followsUp' | 'isForMachines' | 'isPager'> & {
    open: Open;
  };
  const { open, followsUp, isPager = false } = kind;
  const limit = limitOf(config, kind);
  const opened = withOwnWords(open(config, services), id, config as TemplateTexts);
  // Who can change a message tells with it that a service is heard again.
  const follows = followsUp || opened.changes === true;
  return { ...opened, channelId: id, type, followsUp: follows, isPager, events, limit };
}

/** What reads the requests that the provider of a channel sends back; null: it sends none. */
export function openCallbacks(config: ChannelConfig, services: ChannelServices): CallbackReader | null {
  const kind = kinds[config.type]() as unknown as { openCallbacks?: OpenCallbacks };
  return kind.openCallbacks?.(config, services) ?? null;
}

type OpenCallbacks = (config: ChannelConfig, services: ChannelServices) => CallbackReader | null;

/** People read a few messages, and then a digest; a machine takes every one. */
const limitForPeople: StormLimit = { burst: 5, perMinute: 5 };

function limitOf(
  { limit }: ChannelConfig,
  { isForMachines }: Pick<ChannelKind, 'isForMachines'>,
): StormLimit | null {
  if (limit === undefined) return isForMachines === true ? null : limitForPeople;
  return limit === 'none' ? null : limit;
}

/** That a kind gets a configuration of its own is what `type` says; the compiler cannot follow it. */
type Open = (config: ChannelConfig, services: ChannelServices) => OpenedChannel;

/** At once and not as a promise: the configuration is read in one go. */
function load(type: string): unknown {
  return require(`./${type}/send.ts`);
}
