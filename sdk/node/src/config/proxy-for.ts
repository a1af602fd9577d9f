import { isIP } from 'node:net';
import type { Env } from './env.ts';

/** The proxy that the environment names for an address; null: none. A lower-case variable wins, as with curl. */
export function proxyFor(url: URL, env: Env): URL | null {
  const named = (name: string) => env[name.toLowerCase()]?.trim() || env[name]?.trim() || null;
  if (isLoopback(bare(url.hostname)) || isExempt(url, named('NO_PROXY') ?? '')) return null;
  const text = named(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? named('ALL_PROXY');
  if (text === null) return null;
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const proxy = new URL(address);
  return /^https?:$/.test(proxy.protocol) ? proxy : null;
}

/** A name in the list stands for what is below it too; each may have a port; `*` is all. */
function isExempt(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const isAddress = isIP(bare(entry)) > 0;
      const [, name = '', itsPort = port] = isAddress
        ? [entry, entry]
        : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
      const wanted = bare(name.replace(/^\*?\./, ''));
      return wanted !== '' && itsPort === port && (host === wanted || host.endsWith(`.${wanted}`));
    });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** An IPv6 address stands in brackets in a URL. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
