import { isIP } from 'node:net';
import type { z } from 'zod';
import type { ChannelFault, GivenSettings, ReadGivenChannel } from '../../actors/ports/stored-channels.ts';
import type { ChannelSchema } from '../channel-kind.ts';
import { mayReach, type PrivateNetworks } from '../outbound/private-networks.ts';
import { channelSchemaOf, channelTypes } from '../registry.ts';
import { fileFields, secretFields } from './secret-fields.ts';

/**
 * Judges what was given over the API by the schema that also reads `monitor.yaml`, and refuses what only an operator's file
 * may say: programs and files of this machine, its environment, and addresses that such a channel may not reach.
 */
export function createReadGivenChannel(reachable: PrivateNetworks): ReadGivenChannel {
  return function readGivenChannel(channelId, given) {
    const type = channelTypes.find((name) => name === given['type']);
    if (type === undefined)
      return invalid([{ path: ['type'], message: `must be ${channelTypes.join(' or ')}` }]);
    const schema = channelSchemaOf(type);
    // Those are not even read: whether a file is there is nobody's business.
    const files = fileFields(schema).filter((field) => given[field] !== undefined);
    const others = Object.fromEntries(Object.entries(given).filter(([field]) => !files.includes(field)));
    const parsed = schema.safeParse({ ...others, id: channelId });
    const faults = [
      ...(parsed.success ? [] : parsed.error.issues)
        .filter(({ path: [field] }) => !files.includes(String(field)))
        .map((issue) => toFault(issue, schema)),
      ...files.map((field) => ({ path: [field], message: namesFile })),
      ...variablesIn(given, []),
      ...(isOutOfReach(given['url'], reachable) ? [{ path: ['url'], message: outOfReach }] : []),
    ];
    return faults.length > 0 ? invalid(faults) : { kind: 'valid', ...apart(given, secretFields(schema)) };
  };
}

const namesFile = 'names a file or a program of the machine: only monitor.yaml may';
const outOfReach =
  'is in a private network, which channels made over the API may not reach: set MONITOR_CHANNEL_PRIVATE_NETWORKS, or use monitor.yaml';

function invalid(faults: readonly ChannelFault[]) {
  return { kind: 'invalid', faults } as const;
}

/** What the caller made up is not repeated: of a field that there is not, the others are named. */
function toFault(issue: z.core.$ZodIssue, schema: ChannelSchema): ChannelFault {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code !== 'unrecognized_keys') return { path, message: issue.message };
  const message =
    path.length > 0
      ? 'has an unknown field'
      : `has an unknown field; there are: ${Object.keys(schema.shape).join(', ')}`;
  return { path, message };
}

/** A name such as `${TOKEN}` would be taken for the token itself. */
function variablesIn(value: unknown, path: (string | number)[]): ChannelFault[] {
  if (typeof value === 'string' && /\$\{\w+\}/.test(value))
    return [
      { path, message: 'has a variable, which is only replaced in monitor.yaml: give the value itself' },
    ];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => variablesIn(part, [...path, name]));
}

/** An address of numbers is known now; a name is looked at with each connection. */
function isOutOfReach(url: unknown, reachable: PrivateNetworks): boolean {
  if (typeof url !== 'string') return false;
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return isIP(host) !== 0 && !mayReach(host, reachable);
}

function apart(given: GivenSettings, secret: readonly string[]) {
  const { id: _, ...fields } = given;
  const entries = Object.entries(fields);
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !secret.includes(name))),
    secrets: Object.fromEntries(entries.filter(([name]) => secret.includes(name))),
  };
}
