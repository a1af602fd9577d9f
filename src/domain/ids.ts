/** The 32 bytes of a text's SHA-256. It is passed in, because this room may not import Node's crypto. */
export type Digest = (text: string) => Uint8Array;

/** How many slots there are: the first 12 bits of every id. */
export const slotCount = 4096;

/** All ids of the monitor. Each is a pure function of its input, so repeating a step gives the same id. */
export interface Ids {
  serviceId(serviceName: string, environment: string): string;
  instanceId(serviceId: string, instanceKey: string): string;
  incidentId(serviceId: string, startedAtMs: number): string;
  notificationId(incidentId: string, event: string, channelId: string): string;
  /** Of an impairment of the monitor: it lies in the first partition, however many there are. */
  impairmentId(sinceMs: number): string;
  /** Of a digest, which may tell of all partitions: it lies in the first one. */
  digestId(channelId: string, openedAtMs: number): string;
  /** Of an outage group, which may span all partitions: it lies in the first one. */
  outageGroupId(cause: string, startedAtMs: number): string;
}

/**
 * Ids are UUIDv8: 12 bits of slot, the rest is a hash. All ids of a service contain the service's slot, so any node
 * finds the partition of an id without a look-up.
 */
export function createIds(digest: Digest): Ids {
  const within = (parentId: string, ...parts: (string | number)[]) =>
    toUuid(slotOf(parentId), digest(JSON.stringify([parentId, ...parts])));
  return {
    serviceId(serviceName, environment) {
      const hash = digest(JSON.stringify([serviceName, environment]));
      return toUuid(((hash[30] ?? 0) << 4) | ((hash[31] ?? 0) >> 4), hash);
    },
    instanceId: (serviceId, instanceKey) => within(serviceId, 'instance', instanceKey),
    incidentId: (serviceId, startedAtMs) => within(serviceId, 'incident', startedAtMs),
    notificationId: (incidentId, event, channelId) => within(incidentId, 'notification', event, channelId),
    impairmentId: (sinceMs) => toUuid(0, digest(JSON.stringify(['impairment', sinceMs]))),
    digestId: (channelId, openedAtMs) => toUuid(0, digest(JSON.stringify(['digest', channelId, openedAtMs]))),
    outageGroupId: (cause, startedAtMs) =>
      toUuid(0, digest(JSON.stringify(['outage-group', cause, startedAtMs]))),
  };
}

/** Whether a text is a UUID, of whatever version; a person may write it in capitals. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** The slot (0–4095) that an id carries. */
export function slotOf(id: string): number {
  return Number.parseInt(id.slice(0, 3), 16);
}

/** The partition of an id, of `partitions` in all. */
export function partitionOf(id: string, partitions: number): number {
  return slotOf(id) % partitions;
}

/** The two hexadecimal digits of each byte: looked up, because a list of instances needs the ids of their services. */
const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function toUuid(slot: number, hash: Uint8Array): string {
  let hex = '';
  for (const byte of hash.subarray(0, 16)) hex += digitsOf[byte];
  const variant = (0x8 | (Number.parseInt(hex[16] ?? '0', 16) & 0x3)).toString(16);
  const slotHex = slot.toString(16).padStart(3, '0');
  return [
    slotHex + hex.slice(3, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
