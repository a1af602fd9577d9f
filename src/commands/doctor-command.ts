import { Command } from 'commander';
import { createSecretKeys } from '../channels/stored/secret-keys.ts';
import { inUse } from '../compose/in-use.ts';
import { configured } from '../compose/used-channel.ts';
import type { Config } from '../config/configuration.ts';
import { loadConfig } from '../config.ts';
import { createChannelHealths } from '../store/channel-health/channel-healths.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { examineMonitor } from '../store/monitor/examine-monitor.ts';
import { examineServers } from '../store/monitor/examine-servers.ts';
import { createPartitions } from '../store/partition.ts';
import { migrations } from '../store/schema/migrations/migrations.ts';
import { createStoredChannels } from '../store/stored-channels/stored-channels.ts';
import { countJobs } from './doctor/count-jobs.ts';
import type { Finding } from './doctor/finding.ts';
import { judgeChannels } from './doctor/judge-channels.ts';
import { judgeFile } from './doctor/judge-file.ts';
import { judgeLinks } from './doctor/judge-links.ts';
import { judgeMonitor } from './doctor/judge-monitor.ts';
import { judgeRetention } from './doctor/judge-retention.ts';
import { judgeServers } from './doctor/judge-servers.ts';
import { judgeSignIn } from './doctor/judge-sign-in.ts';
import { judgeStoredChannels } from './doctor/judge-stored-channels.ts';
import { runWithRedis } from './run-with-redis.ts';
import { columnsOf, type Terminal } from './terminal.ts';
import { wrapLine } from './text-width.ts';

const marks = { ok: 'ok  ', look: 'look', act: 'ACT ' } as const;

/** `doctor`: what is wrong with this installation, and what to do about it. */
export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description(
      'examine Redis, queues, channels, the sign-in and stored data, and print what to do; exit code 1 if action is needed',
    )
    .option('--json', 'print JSON')
    .showHelpAfterError(
      'It examines Redis itself, at REDIS_URL, and asks no running monitor: it takes no --url and no key.',
    )
    .action((flags: { json?: boolean }) => {
      // With a wrong file the rest is examined all the same: that is when somebody asks.
      const outcome = loadConfig();
      const isOnlyFile = outcome.kind === 'invalid' && outcome.withoutFile !== undefined;
      const faults = isOnlyFile ? judgeFile(outcome.errors) : [];
      const examined = async (client: RedisClient, config: Config) => {
        const findings = [...faults, ...(await examine(client, config, !isOnlyFile))];
        const counts = { act: 0, look: 0, ok: 0 };
        for (const { level } of findings) counts[level]++;
        if (counts.act > 0) terminal.exit(1);
        if (flags.json) return terminal.out(`${JSON.stringify({ ...counts, findings })}\n`);
        const columns = columnsOf(terminal);
        terminal.out(findings.map((finding) => formatFinding(finding, columns)).join(''));
        terminal.out(`\n${counts.act} to do, ${counts.look} to look at, ${counts.ok} in order.\n`);
      };
      return runWithRedis(terminal, examined, isOnlyFile ? { config: outcome.withoutFile } : {});
    });
}

/** `hasFile`: what monitor.yaml says is known. */
async function examine(client: RedisClient, config: Config, hasFile: boolean): Promise<Finding[]> {
  const servers = await examineServers(client);
  const monitor = await examineMonitor(client, config.quotas);
  const partitions = createPartitions(monitor.partitions ?? 1);
  const stored = await createStoredChannels(client, partitions).all();
  const keys = createSecretKeys(config.secretKeys.map((key) => Buffer.from(key, 'base64')));
  const used = inUse(config, stored, keys);
  const channelIds = used.map((channel) => channel.id);
  const isUsed = monitor.partitions !== null && !monitor.isRestoring;
  const channels = async () => {
    const healths = createChannelHealths(client, partitions);
    const provedAgoMs = isUsed ? monitor.provedAgoMs : null;
    const found = isUsed ? await healths.read(used.map(configured)) : [];
    const usable = used.flatMap(({ opened }) => (opened.kind === 'usable' ? [opened.config] : []));
    return [
      ...(usable.length === 0 && used.length > 0 ? [] : await judgeChannels(usable, provedAgoMs, found)),
      ...judgeStoredChannels(stored, used, config, keys.ids),
      ...judgeLinks(config),
    ];
  };
  const jobs = async () => {
    const all = await countJobs(client, monitor.partitions ?? 1, channelIds);
    // Which queues there are is not known without the channels.
    return hasFile ? all : all.filter(({ what }) => what !== 'Queue deliver');
  };
  return [
    ...judgeServers(servers, { isPrivate: config.redisUrl === null }),
    ...judgeMonitor(monitor, { ...config, migrations }),
    // Opening a queue leaves a mark: not where there is none yet.
    ...(isUsed ? await jobs() : []),
    ...(isUsed ? await judgeRetention(client, monitor.partitions ?? 1, config.retention) : []),
    ...(hasFile ? await channels() : []),
    ...(await judgeSignIn(config)),
  ];
}

function formatFinding({ what, level, found, advice }: Finding, columns: number | null): string {
  const line = wrapLine(`${marks[level]}  ${what}: ${found}`, columns, '      ');
  if (advice === null) return `${line}\n`;
  return `${line}\n${wrapLine(`      → ${advice}`, columns, '        ')}\n`;
}
