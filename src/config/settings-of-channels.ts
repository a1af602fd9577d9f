import type { Setting } from './setting.ts';

/** The environment variables about channels; see `settings.ts`. */
export const settingsOfChannels = {
  commandChannels: {
    name: 'MONITOR_COMMAND_CHANNELS',
    fallback: 'off',
    meaning:
      'Whether channels may be of the type `command`, which runs a program of this machine. `on`: who may change `monitor.yaml` may run programs as the user of the monitor. Set the same on every node.',
  },
  secretKey: {
    name: 'MONITOR_SECRET_KEY',
    fallback: '',
    meaning:
      'The key that encrypts the secrets of channels that are made over the API: the base64 of 32 random bytes, such as `openssl rand -base64 32` prints. Set the same on every node, and keep a copy outside Redis and its backups. If not set, channels only come from `monitor.yaml`.',
    secret: true,
  },
  previousSecretKeys: {
    name: 'MONITOR_SECRET_KEY_PREVIOUS',
    fallback: '',
    meaning:
      'The keys before it, separated by commas. They only decrypt; `channels reencrypt` makes them superfluous.',
    secret: true,
  },
  channelPrivateNetworks: {
    name: 'MONITOR_CHANNEL_PRIVATE_NETWORKS',
    fallback: '',
    meaning:
      'Private, loopback or link-local addresses and networks (`10.1.0.0/16`), separated by commas, that channels made over the API may reach beside the public internet. Channels of `monitor.yaml` may reach all.',
  },
} as const satisfies Record<string, Setting>;
