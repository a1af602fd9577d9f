import { z } from 'zod';
import { settings } from './settings.ts';

const channelTypes = z.object({
  channels: z.array(z.object({ type: z.unknown() }).catch({ type: undefined })).catch([]),
});

/** Channels that run programs although the environment does not allow it: who writes the file may not be who runs the machine. */
export function faultsOfCommands(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const { name } = settings.commandChannels;
  if (env[name] === 'on') return [];
  const { channels = [] } = channelTypes.safeParse(value).data ?? {};
  return channels.flatMap(({ type }, i) =>
    type === 'command'
      ? [`channels[${i}].type: channels that run a program are off: set ${name}=on in the environment`]
      : [],
  );
}
