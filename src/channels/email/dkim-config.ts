import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { pemFile, usePemFile } from './pem-file.ts';

/** Receivers refuse signatures of shorter keys. */
const shortestBits = 1024;

const aDomain = 'must be a domain such as example.com';
const aSelector = 'must be a selector such as monitor, below which the public key stands in the DNS';

/** With which key mails are signed. */
export const dkimConfig = z.strictObject({
  domain: z
    .string(aDomain)
    .max(253, aDomain)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i, aDomain)
    .describe('The domain that signs: that of `from`, or one above it.'),
  selector: z
    .string(aSelector)
    .regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/i, aSelector)
    .describe('Under which name the public key stands in the DNS: `SELECTOR._domainkey.DOMAIN`.'),
  keyFile: pemFile('a private RSA key of at least 1024 bits, without a passphrase', rsaKeyIn).describe(
    'The file with the private RSA key (PEM). It is read for each mail.',
  ),
});

export type DkimConfig = z.output<typeof dkimConfig>;

/** What the mailer signs with. */
export function dkimSignature({ domain, selector, keyFile }: DkimConfig) {
  return { domainName: domain, keySelector: selector, privateKey: usePemFile(keyFile, rsaKeyIn) };
}

/** Whether a signature of the domain counts for mails from this address. */
export function isSenderOf(domain: string, from: string): boolean {
  const host = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  return host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`);
}

/** The mailer would send a mail without a signature where it cannot use the key. */
function rsaKeyIn(text: string): KeyObject {
  const key = createPrivateKey(text);
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== 'rsa' || modulusLength < shortestBits) throw new TypeError('no RSA key');
  return key;
}
