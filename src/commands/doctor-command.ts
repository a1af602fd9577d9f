import { Command } from 'commander';
import type { Config } from '../config.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { examineMonitor } from '../store/monitor/examine-monitor.ts';
import { examineServers } from '../store/monitor/examine-servers.ts';
import { migrations } from '../store/schema/migrations/migrations.ts';
import { countJobs } from './doctor/count-jobs.ts';
import type { Finding } from './doctor/finding.ts';
import { judgeChannels } from './doctor/judge-channels.ts';
import { judgeMonitor } from './doctor/judge-monitor.ts';
import { judgeRetention } from './doctor/judge-retention.ts';
import { judgeServers } from './doctor/judge-servers.ts';
import { runWithRedis } from './run-with-redis.ts';
import type { Terminal } from './terminal.ts';
import { wrapLine } from './text-width.ts';

const marks = { ok: 'ok  ', look: 'look', act: 'ACT ' } as const;

/** `doctor`: what is wrong with this installation, and what to do about it. */
export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description(
      'examine Redis, queues, channels and stored data, and print what to do; exit code 1 if action is needed',
    )
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) =>
      runWithRedis(terminal, async (client, config) => {
        const findings = await examine(client, config);
        const counts = { act: 0, look: 0, ok: 0 };
        for (const { level } of findings) counts[level]++;
        if (counts.act > 0) terminal.exit(1);
        if (flags.json) return terminal.out(`${JSON.stringify({ ...counts, findings })}\n`);
        const columns = terminal.isSeen ? terminal.columns : null;
        terminal.out(findings.map((finding) => formatFinding(finding, columns)).join(''));
        terminal.out(`\n${counts.act} to do, ${counts.look} to look at, ${counts.ok} in order.\n`);
      }),
    );
}

async function examine(client: RedisClient, config: Config): Promise<Finding[]> {
  const servers = await examineServers(client);
  const monitor = await examineMonitor(client, config.quotas);
  const channelIds = config.channels.map((channel) => channel.id);
  const isUsed = monitor.partitions !== null && !monitor.isRestoring;
  const channels = await judgeChannels(config.channels, isUsed ? monitor.provedAgoMs : null);
  return [
    ...judgeServers(servers),
    ...judgeMonitor(monitor, { ...config, schemaVersion: migrations.at(-1)?.version ?? 0 }),
    // Opening a queue leaves a mark: not where there is none yet.
    ...(isUsed ? await countJobs(client, monitor.partitions ?? 1, channelIds) : []),
    ...(isUsed ? await judgeRetention(client, monitor.partitions ?? 1, config.retention) : []),
    ...channels,
  ];
}

function formatFinding({ what, level, found, advice }: Finding, columns: number | null): string {
  const line = wrapLine(`${marks[level]}  ${what}: ${found}`, columns, '      ');
  if (advice === null) return `${line}\n`;
  return `${line}\n${wrapLine(`      → ${advice}`, columns, '        ')}\n`;
}
