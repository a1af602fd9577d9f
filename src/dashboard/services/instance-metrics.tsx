import { useRef } from 'preact/hooks';
import { metricKinds } from '../charts/metric-kinds.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { useInstanceMetrics } from '../charts/use-instance-metrics.ts';
import type { Instance } from '../monitor/wire-types.ts';
import { FactList } from '../parts/fact-list.tsx';
import { metricsIn } from './format-metadata.ts';

/** What an instance measured last, and small how that went in the last hour. */
export function InstanceMetrics({ instance }: { instance: Instance }) {
  const place = useRef<HTMLDivElement>(null);
  const points = useInstanceMetrics(instance.instanceId, place);
  const facts = metricsIn(instance.lastHeartbeat).map(({ name, value, metric }) => {
    const kind = metricKinds.find((each) => each.metric === metric);
    return {
      name,
      value: (
        <>
          {value}
          {kind !== undefined && <Sparkline points={points} kind={kind} />}
        </>
      ),
    };
  });
  return <div ref={place}>{facts.length > 0 && <FactList facts={facts} look="metrics" />}</div>;
}
