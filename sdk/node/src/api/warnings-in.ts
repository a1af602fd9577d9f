import { oneLine } from '../one-line.ts';

const most = 16;

/** What an answer says was ignored, each as one clean line; empty for all that is not such a list. */
export function warningsIn(body: unknown): string[] {
  const { warnings } = (typeof body === 'object' && body !== null ? body : {}) as { warnings?: unknown };
  if (!Array.isArray(warnings)) return [];
  return warnings.slice(0, most).flatMap((warning: { pointer?: unknown; message?: unknown } | null) => {
    if (typeof warning?.message !== 'string') return [];
    const where = typeof warning.pointer === 'string' && warning.pointer !== '' ? `${warning.pointer} ` : '';
    return [oneLine(`${where}${warning.message}`)];
  });
}
