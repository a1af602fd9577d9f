import type { Channel } from '../monitor/wire-types.ts';

type Match = NonNullable<Channel['match']>;

/** What every channel has, whatever its kind: of what it is told, how much, and of which services. */
export function readTelling(form: FormData): { events: unknown; limit: unknown; match: Match | null } {
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const events = form.getAll('/events');
  const mode = textOf('/limit');
  const own = { burst: Number(textOf('/limit/burst')), perMinute: Number(textOf('/limit/perMinute')) };
  const match: Match = {};
  if (textOf('/match/service') !== '') match.service = textOf('/match/service');
  if (textOf('/match/environment') !== '') match.environment = textOf('/match/environment');
  const labels = labelsIn(textOf('/match/labels'));
  if (Object.keys(labels).length > 0) match.labels = labels;
  return {
    events: events.length === 0 ? null : events,
    limit: mode === 'own' ? own : mode === 'none' ? 'none' : null,
    match: Object.keys(match).length === 0 ? null : match,
  };
}

/** `team=shop, tier=1`. What has no `=` matches whatever the label says. */
function labelsIn(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((part) => part.trim() || []);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [name.trim(), rest.join('=').trim() || '*'];
    }),
  );
}
