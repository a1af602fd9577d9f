import { useReading } from '../page/use-reading.ts';

const everyMs = 10_000;

/** The monitor beats for itself several times as often. */
const mostSilentSeconds = 20;

/** Why a status may be wrong although the monitor answers; null: nothing is known of that. A bound key is not told. */
export function useDoubt(): string | null {
  const found = useReading(
    'health',
    (client, signal) => client.one('health', '/api/monitor', signal),
    everyMs,
  );
  if (found.kind !== 'read') return null;
  const { impairment, ingest } = found.value;
  const words = (impairment?.reasons ?? []).filter(({ active }) => active).map(({ detail }) => detail);
  const { lastTickSecondsAgo } = ingest;
  const isBlind = lastTickSecondsAgo === null || lastTickSecondsAgo > mostSilentSeconds;
  const all = isBlind ? ['It hears no heartbeats.', ...words] : words;
  return all.length === 0 ? null : all.join(' ');
}
