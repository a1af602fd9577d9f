/** What it costs, in nats, to name one more thing instead of one that contains several. */
const costOfAnother = 3;

export interface Silence {
  silent: number;
  members: number;
}

/**
 * How well some things explain who in the fleet is silent, in nats: the likelihood if each of them, and the rest of the
 * fleet, has its own rate of silence; less the cost of naming each.
 */
export function explanation(parts: readonly Silence[], fleet: Silence): number {
  let rest = fleet;
  let worth = 0;
  for (const part of parts) {
    worth += likelihood(part) - costOfAnother;
    rest = { silent: rest.silent - part.silent, members: rest.members - part.members };
  }
  return worth + likelihood(rest);
}

function likelihood({ silent, members }: Silence): number {
  const part = (count: number) => (count <= 0 ? 0 : count * Math.log(count / members));
  return part(silent) + part(members - silent);
}
