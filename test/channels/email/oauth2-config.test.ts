import { describe, expect, test } from 'vitest';
import { emailConfig } from '../../../src/channels/email/config.ts';

describe('the configuration of OAuth 2.0', () => {
  const config = { id: 'm', type: 'email', url: 'smtp://h', from: 'm@example.com', to: ['o@example.com'] };
  const oauth2 = { tokenUrl: 'https://login.example.com/token', clientId: 'monitor', clientSecret: 's3cret' };
  const faults = (change: object) =>
    emailConfig.safeParse({ ...config, oauth2, ...change }).error?.issues.map(({ path }) => path.join('.')) ??
    [];

  test('is taken, and none of it goes beside a password', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ url: 'smtp://monitor:p@h' })).toEqual(['url']);
  });

  test('sends its secret over the network only with TLS', () => {
    expect(faults({ oauth2: { ...oauth2, tokenUrl: 'http://login.example.com/token' } })).toEqual([
      'oauth2.tokenUrl',
    ]);
    expect(faults({ oauth2: { ...oauth2, tokenUrl: 'http://localhost:8080/token' } })).toEqual([]);
  });

  test('repeats no secret that it refuses', () => {
    const { error } = emailConfig.safeParse({
      ...config,
      oauth2: { ...oauth2, clientSecret: 'CANARY CANARY', tokenUrl: 'ftp://CANARY' },
    });
    expect(error?.issues.map(({ path }) => path.at(-1))).toContain('clientSecret');
    expect(JSON.stringify(error?.issues)).not.toContain('CANARY');
  });
});
