/** Who tells the operator: the channels that do, and those that should and cannot, with the reason. */
export interface OperatorChannels {
  told: string[];
  suppressed: { channelId: string; reason: string }[];
}

/**
 * A failing channel cannot tell of itself: another tells, one of the operator's or, if all of those fail, the first
 * that works. When none does, the operator's own keep trying. `wanted` null: every channel is the operator's.
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
