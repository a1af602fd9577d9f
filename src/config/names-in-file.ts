import { z } from 'zod';
import { settings } from './settings.ts';

const texts = z
  .array(z.unknown())
  .catch([])
  .transform((list) => list.filter((item) => typeof item === 'string'));

/** What an escalation names, step by step. */
const steps = z.array(z.object({ channels: texts }).catch({ channels: [] })).catch([]);

const channelNames = z
  .object({
    // Null: it cannot be known which there are.
    channels: z
      .array(z.object({ id: z.string() }).nullable().catch(null))
      .default([])
      .nullable()
      .catch(null),
    routes: z
      .array(z.object({ channels: texts, escalate: steps }).catch({ channels: [], escalate: [] }))
      .catch([]),
    escalate: steps,
    operator: z.object({ channels: texts }).catch({ channels: [] }),
    defaultChannels: texts,
  })
  .catch({ channels: null, routes: [], escalate: [], operator: { channels: [] }, defaultChannels: [] });

/**
 * What is wrong with how `monitor.yaml` names its channels, read from as much of it as can be read: other mistakes in it
 * hide none of these. Where channels are made over the API too, one that the file does not have may be one of those:
 * `elsewhere` says so, since nothing but Redis knows them.
 */
export function faultsOfNames(
  file: unknown,
  env: Readonly<Record<string, string | undefined>>,
): { errors: string[]; elsewhere: string[] } {
  const { channels, routes, escalate, operator, defaultChannels } = channelNames.parse(file);
  if (channels === null) return { errors: [], elsewhere: [] };
  const ids = channels.flatMap((channel) => (channel === null ? [] : [channel.id]));
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  const named = [
    ...routes.flatMap((route, i) => [
      { place: `routes[${i}].channels`, names: route.channels },
      ...placesOf(route.escalate, `routes[${i}].escalate`),
    ]),
    ...placesOf(escalate, 'escalate'),
    { place: 'defaultChannels', names: defaultChannels },
    { place: 'operator.channels', names: operator.channels },
  ];
  const unknown = named.flatMap(({ place, names }) =>
    names.filter((id) => !ids.includes(id)).map((id) => ({ place, id })),
  );
  const errors = twice.map((id) => `channels: the id "${id}" is used twice`);
  const { name } = settings.secretKey;
  if (!env[name] && !env[`${name}_FILE`])
    return {
      errors: [...errors, ...unknown.map(({ place, id }) => `${place}: there is no channel "${id}"`)],
      elsewhere: [],
    };
  const elsewhere = unknown.map(
    ({ place, id }) =>
      `${place}: there is no channel "${id}" in the file, so it must have been made over the API (channels list shows all)`,
  );
  return { errors, elsewhere };
}

function placesOf(named: z.output<typeof steps>, place: string): { place: string; names: string[] }[] {
  return named.map(({ channels }, i) => ({ place: `${place}[${i}].channels`, names: channels }));
}
