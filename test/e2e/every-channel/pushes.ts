import { type KindInOutage, said, waitSeconds } from './kind-in-outage.ts';

const asksToWait = { 'retry-after': String(waitSeconds) };

/** What reaches the phones of people, and what forwards messages. */
export const pushes: readonly KindInOutage[] = [
  {
    type: 'gotify',
    config: (url) => ({ url, token: 'CANARYA8kNg2Zf5p' }),
    taken: { status: 200, body: { id: 25, appid: 5 } },
    // It has no limit; a proxy before it may.
    limit: () => said(429, '', { headers: asksToWait, body: 'Too Many Requests' }),
    refusal: said(401, ': the token is not valid', {
      body: { error: 'Unauthorized', errorCode: 401, errorDescription: 'CANARYA8kNg2Zf5p is not valid' },
    }),
    course: 'people',
  },
  {
    type: 'pushover',
    config: (url) => ({
      url,
      token: 'CANARYazGDORePK8gMaC0QOYAMyEEu',
      user: 'CANARYuQiRzpo4DXghDmr9QzzfQu27',
    }),
    taken: { status: 200, body: { status: 1, request: '647d2300-702c-4b38-8b2f-d56326ae460b' } },
    limit: (nowMs) =>
      said(429, ': the messages of the month are used up', {
        headers: { 'x-limit-app-remaining': '0', 'x-limit-app-reset': String(nowMs / 1000 + waitSeconds) },
      }),
    refusal: said(400, ' (token): the token of the application is not valid', {
      body: { token: 'invalid', errors: ['application token is invalid'], status: 0 },
    }),
    course: 'people',
  },
  {
    type: 'pushbullet',
    config: (url) => ({ url, token: 'o.CANARYRUe7IZgC6384GrI1' }),
    taken: { status: 200, body: { active: true, iden: 'ujpah72o0sjAoRtnM0jc' } },
    limit: (nowMs) =>
      said(429, ': rate limit', {
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowMs / 1000 + waitSeconds) },
      }),
    refusal: said(401, ': the token is not valid any more', {
      body: { error: { code: 'invalid_access_token', message: 'Access token is missing or invalid.' } },
    }),
    course: 'people',
  },
  {
    type: 'twilio',
    config: (url) => ({
      ...{ url, account: `AC${'0123456789abcdef'.repeat(2)}`, token: 'CANARY0f1e2d3c4b5a6978' },
      ...{ from: '+15557122661', to: '+15558675310' },
    }),
    taken: { status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } },
    limit: () =>
      said(429, ' (20429): rate limit', {
        headers: asksToWait,
        body: { code: 20_429, message: 'Too Many Requests', status: 429 },
      }),
    refusal: said(400, ' (21610): the person has answered STOP: they must answer START', {
      body: { code: 21_610, message: 'Attempt to send to unsubscribed recipient', status: 400 },
    }),
    course: 'people',
  },
  {
    type: 'signal',
    config: (url) => ({ url, number: '+491701234567', to: ['+491707654321'] }),
    taken: { status: 201, body: { timestamp: '1795230847000' } },
    limit: () =>
      said(429, ': Signal asks for a captcha: see its log', {
        headers: asksToWait,
        body: { error: 'CAPTCHA proof required', challenge_tokens: ['7f'], account: '+491701234567' },
      }),
    // 400 stands for everything there, so only what is no gateway at all refuses for good.
    refusal: said(404, '', { body: '404 page not found' }),
    course: 'people',
  },
  {
    type: 'apprise',
    config: (url) => ({ url, key: 'CANARYopskey' }),
    taken: { status: 200, body: { error: null, details: [] } },
    limit: () =>
      said(424, ': it did not reach all, or nothing has this tag', {
        body: { error: 'One or more notifications could not be sent: CANARYopskey' },
      }),
    refusal: said(421, ': the address is that of its website'),
    course: 'people',
  },
  {
    type: 'alertmanager',
    config: (url) => ({ url, token: 'CANARYproxytoken' }),
    taken: { status: 200 },
    // It has no limit; a proxy before it may.
    limit: () => said(429, '', { headers: asksToWait, body: 'Too Many Requests' }),
    refusal: said(400, ': a label or a time is not valid for Alertmanager', {
      body: JSON.stringify('start time must be before end time'),
    }),
    course: 'people',
  },
];
