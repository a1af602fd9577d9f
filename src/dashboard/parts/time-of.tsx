import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { usePage } from '../page/page-context.ts';
import { formatAgo, formatMoment } from '../wording/format-moment.ts';
import { localTime } from '../wording/local-time.ts';

/** How a moment is said; it is asked again each second, so it stands outside of the component that hands it on. */
type Say = (atMs: number, nowMs: number) => string;

/**
 * A moment, as people feel it or as the clock on the wall says it; the exact one stands behind it, also in UTC like in the
 * messages.
 */
export function TimeOf({ at, say = formatAgo }: { at: string | null; say?: Say }) {
  return at === null ? <>never</> : <Moment at={at} say={say} />;
}

function Moment({ at, say }: { at: string; say: Say }) {
  const { nowMs } = usePage();
  const { title, text } = useMemo(() => {
    const atMs = Date.parse(at);
    return {
      title: `${localTime.moment(atMs)} here · ${formatMoment(atMs)}`,
      // While only the time passes, only this text is drawn again.
      text: computed(() => say(atMs, nowMs.value)),
    };
  }, [at, say, nowMs]);
  return (
    <time dateTime={at} title={title}>
      {text}
    </time>
  );
}
