import type { ChannelAbout } from '../channel-about.ts';

export const about: ChannelAbout = {
  title: 'Twilio SMS',
  summary:
    'Sends an SMS with the subject and the link. Sent means that Twilio queued it: whether the phone got it is shown in the log of Twilio. Numbers of the USA need a registered sender. Twilio has no id for repetitions: a message whose answer is lost may come twice.',
  example: {
    ...{ id: 'sms', type: 'twilio', account: 'AC0123456789abcdef0123456789abcdef', token: '${TWILIO_TOKEN}' },
    ...{ from: '+15557122661', to: '+15558675310' },
  },
  documents: [
    {
      name: 'API 2010-04-01, create a message',
      url: 'https://github.com/twilio/twilio-oai/blob/d50069b/spec/json/twilio_api_v2010.json',
      date: '2026-04-14',
    },
    {
      name: 'Error and Warning Dictionary',
      url: 'https://www.twilio.com/docs/api/errors',
      date: 'read 2026-11-22',
    },
  ],
  untried:
    'Everything: it was tried against a receiver that answers as the documents say. Delivery to phones.',
};
