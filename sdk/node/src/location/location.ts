/** What the monitor is told of where this instance runs. What is not known is not sent. */
export const locationParts = ['host', 'node', 'zone', 'region', 'cluster', 'deployment'] as const;

export type LocationPart = (typeof locationParts)[number];

export type Location = Partial<Record<LocationPart, string>>;

/** No name of a host is longer; the monitor ignores longer ones. */
const longest = 253;

/** In the form in which the monitor keeps it; null: it says nothing. */
export function locationText(value: string | null | undefined): string | null {
  const text = value?.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return text === undefined || text === '' || text.length > longest ? null : text;
}
