import { formatDuration } from '../../domain/duration.ts';
import { ActBar } from '../acts/act-bar.tsx';
import { groupActs } from '../acts/group-acts.ts';
import { may } from '../acts/may.ts';
import type { OutageGroup } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import type { Detail } from '../page/page-types.ts';
import { Title } from '../page/title.tsx';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { formatRunning } from '../wording/format-running.ts';
import { localTime } from '../wording/local-time.ts';
import { Start } from './facts-of-incident.tsx';
import { GroupMap } from './group-map.tsx';
import { GroupIncidents, NotExplained } from './group-members.tsx';

interface Props {
  group: OutageGroup;
}

/** `#/groups/<id>`, where the messages of an outage group lead: its cause, how it stands, and what belongs to it. */
export function GroupView({ group, instances = [] }: Extract<Detail, { kind: 'group' }>) {
  const { caller } = usePage();
  const isOver = group.endedAt !== null;
  const tone = isOver ? 'healthy' : 'down';
  return (
    <>
      <section class={`hero card edge-${tone}`}>
        <p class="hero-state">
          <StatusChip status={isOver ? 'Healthy' : 'Down'} word={isOver ? 'Over' : 'Open'} />
          <span class="environment">outage group</span>
        </p>
        <Title>
          <bdi>{group.cause}</bdi>
        </Title>
        <p class={`hero-length tone-${tone}`}>
          <Length group={group} />
        </p>
        <FactList facts={factsOf(group)} />
        {may.operate(caller.value) && (
          <ActBar label="What to do about this outage group" acts={groupActs(group)} />
        )}
      </section>
      <GroupMap instances={instances} />
      <GroupIncidents incidents={group.incidents} />
      <NotExplained services={group.notExplained} />
      <p>
        <a class="button" href="#/incidents">
          All incidents
        </a>
      </p>
    </>
  );
}

function Length({ group: { startedAt, endedAt } }: Props) {
  const { nowMs } = usePage();
  const startedAtMs = Date.parse(startedAt);
  return endedAt === null ? (
    <>Silent for {formatRunning(nowMs.value - startedAtMs)}</>
  ) : (
    <>Was silent for {formatDuration(Date.parse(endedAt) - startedAtMs)}</>
  );
}

function factsOf({ startedAt, detectedAt, endedAt, instances, weakened }: OutageGroup): Fact[] {
  const facts: (Fact | false)[] = [
    { name: 'Since', value: <Start at={startedAt} /> },
    { name: 'Detected', value: <TimeOf at={detectedAt} say={localTime.moment} /> },
    endedAt !== null && { name: 'Over', value: <TimeOf at={endedAt} say={localTime.moment} /> },
    {
      name: 'Silent',
      value: `${endedAt === null ? instances.silent : 0} of ${instances.total} instances`,
    },
    weakened > 0 && {
      name: 'Weakened',
      value: weakened === 1 ? '1 more service' : `${weakened} more services`,
    },
  ];
  return facts.filter((fact) => fact !== false);
}
