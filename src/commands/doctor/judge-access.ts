import { isPublicAddress } from '../../channels/outbound/is-public-address.ts';
import type { ServerAccess } from '../../store/monitor/examine-access.ts';
import type { Finding } from './finding.ts';

const what = 'Redis access';

/** Whether a Redis that the internet may reach has a password and TLS. In a private network both are up to its owner. */
export function judgeAccess({ address, isEncrypted, needsPassword }: ServerAccess): Finding {
  if (address === null) return { what, level: 'ok', found: 'a socket of this machine', advice: null };
  const password = { true: 'a password', false: 'no password', unknown: 'perhaps a password' }[
    `${needsPassword ?? 'unknown'}` as const
  ];
  const ways = `${password}, ${isEncrypted ? 'TLS' : 'no TLS'}`;
  if (!isPublicAddress(address))
    return { what, level: 'ok', found: `${address} is not a public address; ${ways}`, advice: null };
  const found = `${address} is a public address; ${ways}`;
  if (needsPassword === false) {
    const advice =
      'Close its port to all but the nodes, set "requirepass", and put it into REDIS_URL: anybody who reaches it can read, ' +
      'change and delete everything.';
    return { what, level: 'act', found, advice };
  }
  if (!isEncrypted) {
    const advice = 'Use TLS (rediss://) or a private network: whoever is on the way reads its password.';
    return { what, level: 'look', found, advice };
  }
  if (needsPassword === null) {
    const advice = 'Could not find out whether it requires a password: try redis-cli without one.';
    return { what, level: 'look', found, advice };
  }
  return { what, level: 'ok', found, advice: null };
}
