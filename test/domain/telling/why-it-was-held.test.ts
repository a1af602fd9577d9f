import { expect, test } from 'vitest';
import { whyItWasHeld } from '../../../src/domain/telling/why-it-was-held.ts';

test.each([
  [
    'depends on payments, which is Down: incident 00000000-0000-8000-8000-000000000001',
    'depends on payments, which was Down: incident 00000000-0000-8000-8000-000000000001',
  ],
  [
    'depends on payments, which may be Down too: last heard at 14:01 UTC',
    'depends on payments, which might have been Down too: last heard until then at 14:01 UTC',
  ],
  [
    'depends on payments, which is back since 14:03 UTC',
    'depends on payments, which is back since 14:03 UTC',
  ],
  ['maintenance until 14:03 UTC: deploy (ci)', 'maintenance until 14:03 UTC: deploy (ci)'],
])('"%s" is "%s" when the message is sent', (held, sent) => {
  expect(whyItWasHeld(held)).toBe(sent);
});
