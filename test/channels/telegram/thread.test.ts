import { describe, expect, test } from 'vitest';
import { telegramButtons } from '../../../src/channels/telegram/message.ts';
import { describeThreads } from '../support/describe-threads.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { readCallback } from '../support/read-callback.ts';
import { resolvedMessage } from '../support/resolved-message.ts';
import { config, thread } from './thread-provider.ts';

describeThreads('Telegram', thread);

describe('the buttons of Telegram', () => {
  test('name their incident, in no more than 64 bytes, and are gone at the end', () => {
    const message = incidentMessage();
    expect(telegramButtons(message)).toEqual({
      inline_keyboard: [
        [
          { text: 'Acknowledge', callback_data: `acknowledge:${message.incidentId}` },
          { text: 'Silence for 1 hour', callback_data: `silence:${message.incidentId}` },
        ],
      ],
    });
    expect(telegramButtons(resolvedMessage())).toEqual({ inline_keyboard: [] });
  });

  const update = (data: string, from: object = { id: 5, first_name: 'Ada', username: 'ada' }) => ({
    update_id: 7,
    callback_query: { id: '4382', from, chat_instance: '1', data },
  });
  const { incidentId } = incidentMessage();
  const headers = { 'x-telegram-bot-api-secret-token': config.callbackSecret };

  test('that are pressed acknowledge, and say so to who pressed', () => {
    const reading = readCallback(config, headers, update(`acknowledge:${incidentId}`));
    expect(reading).toMatchObject({
      ...{ kind: 'act', act: { act: 'acknowledge', about: incidentId, by: 'ada' }, seal: '7 4382' },
    });
    expect(reading.kind === 'act' && reading.answer?.('Done.')).toEqual({
      ...{ method: 'answerCallbackQuery', callback_query_id: '4382', text: 'Done.' },
    });
    const nameless = update(`silence:${incidentId}`, { id: 5, first_name: 'Ada', last_name: 'L.' });
    expect(readCallback(config, headers, nameless)).toMatchObject({ act: { act: 'silence', by: 'Ada L.' } });
  });

  test('are not believed without the secret', () => {
    for (const given of [{}, { 'x-telegram-bot-api-secret-token': 'another' }])
      expect(readCallback(config, given, update(`acknowledge:${incidentId}`)).kind).toBe('unverified');
    expect(readCallback({ ...config, callbackSecret: undefined }, headers, {})).toEqual({ kind: 'none' });
  });

  test('of others, and other updates, ask for nothing', () => {
    for (const sent of [update('buy:1'), { update_id: 8, message: { text: 'hi' } }, 'no JSON'])
      expect(readCallback(config, headers, sent)).toEqual({ kind: 'nothing' });
  });
});
