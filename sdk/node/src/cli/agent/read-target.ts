import type { Target } from './target.ts';
import { wholeNumberIn } from './whole-number-in.ts';

const kinds = ['url', 'tcp', 'pid', 'pid-file'] as const;

/** The one thing that the flags name; throws what is wrong with them. */
export function readTarget(values: { [kind in (typeof kinds)[number]]?: string | undefined }): Target {
  const given = kinds.filter((kind) => values[kind] !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1)
    throw new Error('agent wants one thing to watch: --url, --tcp, --pid or --pid-file');
  const text = values[kind] ?? '';
  switch (kind) {
    case 'url':
      if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
        throw new Error('--url must be an http or https address such as http://127.0.0.1:8080/health');
      return { kind, url: new URL(text) };
    case 'tcp':
      return { kind, ...addressIn(text) };
    case 'pid':
      return { kind, pid: wholeNumberIn('pid', text) };
    case 'pid-file':
      if (text === '') throw new Error('--pid-file must be the path of a file');
      return { kind, path: text };
    default:
      return kind satisfies never;
  }
}

/** `localhost:5432`, `[::1]:5432`. */
function addressIn(text: string): { host: string; port: number } {
  const [, name, inBrackets, digits] = /^(?:([^\s:[\]]+)|\[([\da-f:.]+)\]):(\d{1,5})$/i.exec(text) ?? [];
  const host = name ?? inBrackets;
  const port = Number(digits);
  if (host === undefined || port < 1 || port > 65_535)
    throw new Error('--tcp must be a host and a port such as 127.0.0.1:5432');
  return { host, port };
}
