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
  const most = textOf('maxInstances');
  return {
    name: textOf('name'),
    scopes: form.getAll('scopes'),
    environments: globsIn('environments'),
    services: globsIn('services'),
    expiresAt: endOf(textOf('days'), textOf('day'), nowMs),
    maxInstances: most === '' ? null : Number(most),
  };
}

/** After so many days, or when a day ends where the reader is; null: never. */
function endOf(days: string, day: string, nowMs: number): string | null {
  if (days === '') return null;
  return new Date(
    days === 'day' ? Date.parse(`${day}T23:59:59`) : nowMs + Number(days) * dayMs,
  ).toISOString();
}
