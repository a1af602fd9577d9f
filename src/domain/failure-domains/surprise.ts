/**
 * How surprising it is, in nats, that so many members are silent when each is silent with probability `rate`: the
 * negative logarithm of an upper limit (Chernoff) of the binomial tail. 0: it is no surprise.
 */
export function surprise(silent: number, members: number, rate: number): number {
  const share = silent / members;
  if (share <= rate) return 0;
  return members * (part(share, rate) + part(1 - share, 1 - rate));
}

function part(share: number, rate: number): number {
  return share === 0 ? 0 : share * Math.log(share / rate);
}
