import { createRequire } from 'node:module';
import type { ChannelAbout } from './channel-about.ts';
import type { ChannelConfig } from './registry.ts';

const require = createRequire(import.meta.url);

/** What is said of a kind of channel to people who set one up. Read when somebody asks, because few nodes ever say it. */
export function channelAboutOf(type: ChannelConfig['type']): ChannelAbout {
  return (require(`./${type}/about.ts`) as typeof import('./slack/about.ts')).about;
}
