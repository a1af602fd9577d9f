import type { Incident } from '../incident.ts';
import { isAboutService } from '../is-about-service.ts';
import type { DigestLine, DigestNews } from '../messages.ts';

/**
 * A line with how its incident is when the digest ends, where nothing in the digest says so; null: it is about none that is
 * known. A digest waits for a minute, in which an outage may be over, or somebody may have come.
 */
export function withEnding(
  line: DigestLine,
  incident: Pick<Incident, 'state' | 'acknowledged'> | null,
): DigestLine {
  const kind = incident === null ? null : endingOf(incident);
  if (kind === null || line.kinds.at(-1) === kind || line.kinds.some(isAboutService)) return line;
  return { ...line, kinds: [...line.kinds, kind], news: [...newsOfLine(line), { kind }] };
}

/** What each message of a line says. */
export function newsOfLine({ kinds, news }: DigestLine): readonly DigestNews[] {
  return news ?? kinds.map((kind) => ({ kind }));
}

function endingOf({ state, acknowledged }: Pick<Incident, 'state' | 'acknowledged'>) {
  if (state === 'open') return acknowledged === null ? null : 'acknowledged';
  return state;
}
