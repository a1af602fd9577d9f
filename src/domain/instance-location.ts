/** What a registration may say of where the instance runs, each as a key of its metadata. */
export const locationParts = ['host', 'node', 'zone', 'region', 'cluster', 'deployment'] as const;

/** Where an instance runs, as far as it is known. */
export type InstanceLocation = Record<(typeof locationParts)[number] | 'network', string | null>;

/** What of a registration says where the instance runs. */
interface Described {
  metadata: Record<string, unknown> | null;
  network: string | null;
}

/** No name of a host is longer. */
const longest = 253;

/** What ends a line, moves a terminal's cursor, turns the direction of reading or cannot be seen. */
const unclean = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff\s]+/gu;

/**
 * Where an instance runs, by the metadata of its registration. What is no text, or too long for a name, is ignored. The
 * host is the node if only that is known; never `hostname`, which in Kubernetes is the pod.
 */
export function locationOf({ metadata, network }: Described): InstanceLocation {
  const part = (name: (typeof locationParts)[number]) => textIn(metadata?.[name]);
  const node = part('node');
  return {
    ...{ host: part('host') ?? node, node, zone: part('zone'), region: part('region') },
    ...{ cluster: part('cluster'), deployment: part('deployment'), network },
  };
}

/** Which location, and which version, the instances of a list have; an absent part may be any. */
export type LocationFilter = Partial<Record<keyof InstanceLocation | 'version', string | undefined>>;

export function isThere(described: Described & { version: string | null }, wanted: LocationFilter): boolean {
  const known = { ...locationOf(described), version: described.version };
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || known[name as keyof typeof known] === value,
  );
}

function textIn(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.normalize('NFC').replace(unclean, ' ').trim();
  return text === '' || text.length > longest ? null : text;
}
