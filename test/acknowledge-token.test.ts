import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { acknowledgeToken } from '../src/acknowledge-token.ts';

const secret = randomBytes(32);
const content = {
  notificationId: '1f0c3d52-6c1e-8a9b-9d3e-2b7f5a6c4d10',
  expiresAtMs: Date.UTC(2026, 10, 22, 3, 14, 6),
};
const token = acknowledgeToken.make(secret, content);

test('a token says what it was made for, the same each time', () => {
  expect(acknowledgeToken.read(secret, token)).toEqual(content);
  expect(acknowledgeToken.make(secret, content)).toBe(token);
  expect(token).toMatch(/^[\w-]{20,128}$/);
});

test('is worth nothing with any of its bits changed, in another spelling, in part, or by another secret', () => {
  const bytes = Buffer.from(token, 'base64url');
  for (let at = 0; at < bytes.length * 8; at++) {
    const changed = Buffer.from(bytes);
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
    expect(acknowledgeToken.read(secret, changed.toString('base64url'))).toBeNull();
  }
  const wrong = [`${token}=`, ` ${token}`, `${token}A`, token.slice(0, -1), '', '.', token.slice(0, 31)];
  for (const text of wrong) expect(acknowledgeToken.read(secret, text)).toBeNull();
  expect(acknowledgeToken.read(randomBytes(32), token)).toBeNull();
});
