import { useEffect, useState } from 'preact/hooks';

/** Whether everybody may see the badge of a service. `unclear`: nobody answered, or not the monitor. */
export type BadgeAnswer = 'asking' | 'public' | 'private' | 'unclear';

/** A monitor that takes longer is as good as away. */
const timeoutMs = 8_000;

/** Asks as everybody would, without a key. */
export function useBadge(serviceId: string): BadgeAnswer {
  const [answer, setAnswer] = useState<BadgeAnswer>('asking');
  useEffect(() => {
    const stopping = new AbortController();
    setAnswer('asking');
    void ask(serviceId, stopping.signal).then((found) => stopping.signal.aborted || setAnswer(found));
    return () => stopping.abort();
  }, [serviceId]);
  return answer;
}

async function ask(serviceId: string, dropped: AbortSignal): Promise<BadgeAnswer> {
  try {
    const signal = AbortSignal.any([dropped, AbortSignal.timeout(timeoutMs)]);
    const { ok, status, headers } = await fetch(`/badge/${serviceId}.svg`, { signal, credentials: 'omit' });
    const type = headers.get('content-type') ?? '';
    if (ok && type.startsWith('image/svg+xml')) return 'public';
    return status === 404 && type.startsWith('application/problem+json') ? 'private' : 'unclear';
  } catch {
    return 'unclear';
  }
}
