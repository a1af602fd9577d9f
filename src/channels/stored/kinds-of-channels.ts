import { z } from 'zod';
import type { KindsOfChannels } from '../../actors/ports/kinds-of-channels.ts';
import { channelAboutOf } from '../channel-about-of.ts';
import { channelSchemaOf, channelTypes } from '../registry.ts';
import { fileFields, secretFields } from './secret-fields.ts';

/** What people are told of the kinds of channels, so that a page or a program can ask for their fields. */
export const kindsOfChannels: KindsOfChannels = {
  all: () => storable().map((type) => ({ type, title: channelAboutOf(type).title })),

  find(type) {
    const found = storable().find((each) => each === type);
    if (found === undefined) return null;
    const { title, summary } = channelAboutOf(found);
    const schema = channelSchemaOf(found);
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      ...{ io: 'input', unrepresentable: 'any', reused: 'inline' },
    });
    const refused = ['id', 'type', ...fileFields(schema)];
    const taken = Object.entries(properties).filter(([field]) => !refused.includes(field));
    return {
      ...{ type: found, title, summary, secrets: secretFields(schema) },
      schema: {
        type: 'object',
        properties: Object.fromEntries(taken),
        required: required.filter((field) => !refused.includes(field)),
      },
    };
  },
};

function storable() {
  return channelTypes.filter((type) => channelAboutOf(type).isForFileOnly !== true);
}
