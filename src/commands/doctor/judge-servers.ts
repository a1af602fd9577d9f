import type { ServerFacts } from '../../store/monitor/examine-servers.ts';
import type { Finding } from './finding.ts';
import { judgeAccess } from './judge-access.ts';
import { judgeDisk } from './judge-disk.ts';
import { judgeMemory } from './judge-memory.ts';
import { judgeServerSettings } from './judge-server-settings.ts';

const oldestVersion = 7;

/** What is to be said of the Redis servers; what is so on all of them is said once. `isPrivate`: the monitor runs its own. */
export function judgeServers(
  servers: readonly ServerFacts[],
  { isPrivate }: { isPrivate: boolean },
): Finding[] {
  const found = servers.flatMap((server) =>
    judgeServer(server, isPrivate).map((finding) => ({ finding, server: server.name })),
  );
  return [...Map.groupBy(found, ({ finding }) => finding.what).values()].flatMap((same) => {
    const [first] = same;
    const isSame = same.every(({ finding }) => say(finding) === say(first?.finding));
    if (servers.length > 1 && same.length === servers.length && isSame && first !== undefined)
      return [{ ...first.finding, found: `${first.finding.found}, on all ${servers.length}` }];
    const isOne = servers.length === 1 || same.length === 1;
    return same.map(({ finding, server }) =>
      isOne ? finding : { ...finding, what: `${finding.what} of ${server}` },
    );
  });
}

function say(finding: Finding | undefined): string {
  return JSON.stringify(finding);
}

function judgeServer(facts: ServerFacts, isPrivate: boolean): Finding[] {
  const { info, settings } = facts;
  return [
    versionOf(facts),
    judgeAccess(facts.access),
    ...judgeServerSettings(settings, isPrivate),
    ...(info === null ? [] : [judgeMemory(info)]),
    ...judgeDisk(info, settings),
    clockOf(facts),
  ];
}

function versionOf({ name, info }: ServerFacts): Finding {
  const what = `Redis ${name}`;
  if (info === null) {
    const advice = `Let its user run INFO (ACL: +info), and make sure that it is version ${oldestVersion} or newer.`;
    const found = 'version, memory and disk are unknown: INFO is refused';
    return { what, level: 'look', found, advice };
  }
  const { product, version, productVersion } = info;
  const isRight = Number.parseInt(version, 10) >= oldestVersion;
  const advice = isRight ? null : `Use Redis ${oldestVersion} or newer.`;
  const compatible = product === 'Redis' ? '' : ` (of ${product}, as Redis ${version})`;
  const found = `version ${productVersion}${compatible}`;
  return { what, level: isRight ? 'ok' : 'act', found, advice };
}

/** No status is judged by this machine's clock; logs and signatures of webhooks carry it. */
function clockOf({ clockAheadMs }: ServerFacts): Finding {
  const ms = Math.round(Math.abs(clockAheadMs));
  const found = ms < 20 ? 'as here' : `${ms} ms ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
  if (ms < 1_000) return { what: 'Redis clock', level: 'ok', found, advice: null };
  const advice =
    'Run NTP on both: times in logs are wrong, and receivers refuse webhooks that seem minutes old.';
  return { what: 'Redis clock', level: ms < 60_000 ? 'look' : 'act', found, advice };
}
