import { useEffect, useState } from 'preact/hooks';
import type { MetricPoint } from '../monitor/wire-types.ts';
import { useReading } from '../page/use-reading.ts';

const everyMs = 60_000;

/** What an instance measured in the last hour, read while the element is on the screen: of a thousand instances a few are. */
export function useInstanceMetrics(
  instanceId: string,
  place: { current: Element | null },
): readonly MetricPoint[] {
  const [isSeen, see] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const watching = new IntersectionObserver((entries) => see(entries.at(-1)?.isIntersecting === true));
    watching.observe(place.current);
    return () => watching.disconnect();
  }, []);
  const found = useReading(
    isSeen ? instanceId : null,
    (client, signal) => client.one('metrics', `/api/instances/${instanceId}/metrics`, signal),
    everyMs,
  );
  return found.kind === 'read' ? found.value.points : [];
}
