/** The channels that notify the operator, and those that should but cannot, with the reason. */
export interface OperatorChannels {
  told: string[];
  suppressed: { channelId: string; reason: string }[];
}

/**
 * A failing channel cannot report its own failure. Another channel of the operator does; if all of those fail, the first
 * channel that works. When none works, the operator's channels keep trying. `wanted` null: all channels are the operator's.
 */
export function chooseOperatorChannels(
  all: readonly string[],
  wanted: readonly string[] | null,
  failing: ReadonlySet<string>,
): OperatorChannels {
  const mine = all.filter((channelId) => wanted === null || wanted.includes(channelId));
  const works = (channelId: string) => !failing.has(channelId);
  const others = mine.length === 0 ? [] : all.filter(works).slice(0, 1);
  const working = mine.filter(works);
  const told = working.length > 0 ? working : others;
  if (told.length === 0) return { told: mine, suppressed: [] };
  const reason = `this channel fails; sent instead over ${told.join(', ')}`;
  const suppressed = mine
    .filter((channelId) => !works(channelId))
    .map((channelId) => ({ channelId, reason }));
  return { told, suppressed };
}
