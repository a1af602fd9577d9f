const dayMs = 24 * 60 * 60 * 1000;

/** What was filled in, as the monitor takes it. */
export function readWantedKey(form: FormData, nowMs: number): object {
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const globsIn = (name: string) =>
    textOf(name)
      .split(',')
      .map((glob) => glob.trim())
      .filter((glob) => glob !== '');
  const days = Number(textOf('days'));
  return {
    name: textOf('name'),
    scopes: form.getAll('scopes'),
    environments: globsIn('environments'),
    services: globsIn('services'),
    expiresAt: days === 0 ? null : new Date(nowMs + days * dayMs).toISOString(),
  };
}
