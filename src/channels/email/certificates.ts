import { X509Certificate } from 'node:crypto';

/** The certificates in a text; one that cannot be read, or none at all, is an error. */
export function certificatesIn(text: string): string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw new TypeError('no certificate');
  for (const one of found) void new X509Certificate(one);
  return found;
}
