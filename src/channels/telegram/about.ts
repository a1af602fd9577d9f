import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Telegram',
  summary:
    'Sends as a bot: make one with @BotFather, invite it to the chat, and take the number of the chat from `https://api.telegram.org/bot<token>/getUpdates`. When a group becomes a supergroup and so gets another number, the message goes to the new one, and its row says what to change.\n\nOne outage is one message (*changes*): it is edited, and what people must hear is a reply to it. Telegram takes no id for a message: one whose answer was lost may stand there twice.\n\nFor buttons choose a `callbackSecret`, and set the webhook of the bot once: `curl https://api.telegram.org/bot<token>/setWebhook -d url=https://<this monitor>/api/callbacks/<id of the channel> -d secret_token=<callbackSecret> -d allowed_updates=["callback_query"]`. A bot has one webhook: no other program can use its buttons then, or `getUpdates`.',
  example: {
    ...{ id: 'telegram', type: 'telegram', token: '${TELEGRAM_BOT_TOKEN}', chat: '-1001234567890' },
  },
  documents: [
    {
      name: 'Bot API 10.0, sendMessage, editMessageText, setWebhook, callback queries and formatting options',
      url: 'https://core.telegram.org/bots/api#sendmessage',
      date: '2026-05-07',
    },
    {
      name: 'The server of the Bot API (texts of refusals)',
      url: 'https://github.com/tdlib/telegram-bot-api/blob/01a3679/telegram-bot-api/Client.cpp',
      date: '2026-05-07',
    },
  ],
  untried: 'Everything: it was tried against a receiver that answers with the texts of the server’s source.',
};
