import { existsSync } from 'node:fs';
import { settings } from '../config/settings.ts';

const example = 'monitor.example.yaml';

/** A line that tries channels out, to be copied as it is; null: not where the monitor was started. */
export function offerChannels(): string | null {
  const file = settings.file.fallback;
  return existsSync(example) && !existsSync(file) ? `cp ${example} ${file} && npm start -- inbox` : null;
}
