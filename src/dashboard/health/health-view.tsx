import type { MonitorHealth } from '../monitor/wire-types.ts';
import { Title } from '../page/title.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { StatusIcon } from '../parts/status-icon.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { factsOfHealth } from './facts-of-health.tsx';
import { healthWords } from './health-words.ts';
import { NodeRecord } from './node-record.tsx';

interface Props {
  health: MonitorHealth;
}

/** `#/monitor`: how the monitor itself is. */
export function HealthView({ health }: Props) {
  const { status, text } = healthWords.headline(health);
  return (
    <>
      <Title look={`headline tone-${status.toLowerCase()}`}>
        <StatusIcon status={status} />
        {text}
      </Title>
      <p class="under">
        <span>How the monitor itself is, as its nodes left it in Redis.</span>
        <span class="hint">
          Read <TimeOf at={health.at} />
        </span>
      </p>
      <Impairment {...health} />
      <section>
        <h2>Blind time, lateness, queues</h2>
        <div class="card">
          <FactList facts={factsOfHealth(health)} />
        </div>
      </section>
      <section>
        <h2>{health.nodes.length === 1 ? '1 node' : `${health.nodes.length} nodes`}</h2>
        <ul class="rows records" aria-label="Nodes">
          {health.nodes.map((node) => (
            <NodeRecord key={node.name} node={node} />
          ))}
        </ul>
      </section>
      <p class="hint below-rows">
        All that can be found out, with what to do about it: <code>npm start -- doctor</code>. The figures
        over time are at <code>/metrics</code>.
      </p>
    </>
  );
}

function Impairment({ impairment }: MonitorHealth) {
  if (impairment === null) return null;
  const { since, quietSince, reasons } = impairment;
  return (
    <section>
      <h2>
        Impaired since <TimeOf at={since} />
        {quietSince !== null && (
          <span class="hint">
            {' '}
            nothing is found since <TimeOf at={quietSince} />
          </span>
        )}
      </h2>
      <ul class="rows records" aria-label="What is wrong with the monitor">
        {reasons.map(({ cause, detail, active }) => (
          <li key={cause} class="record">
            <p class="record-head">
              <StatusChip status={active ? 'Down' : 'Recovered'} word={active ? 'Now' : 'Over'} />
              <strong>{healthWords.cause(cause)}</strong>
            </p>
            <p>
              <bdi>{detail}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
