import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a certificate that signs itself, and its key; the files are removed when the test ends. */
export function ownCertificate(subject = 'subjectAltName=IP:127.0.0.1', days = '1') {
  const dir = mkdtempSync(join(tmpdir(), 'mail-tls-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const about = ['-subj', '/CN=mail.example.com', '-addext', subject];
  const made = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    days,
    '-keyout',
    keyFile,
    '-out',
    certFile,
  ];
  execFileSync('openssl', ['req', ...made, ...about], { stdio: 'ignore' });
  return {
    ...{ keyFile, certFile, dir },
    ...{ key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') },
  };
}
