import type { Gauge } from 'prom-client';
import type { ChannelHealth } from '../actors/ports/channel-health.ts';

export type MakeGauge = <T extends string>(name: string, help: string, labelNames?: T[]) => Gauge<T>;

/** How each channel does, by its id. */
export function createChannelGauges(gauge: MakeGauge): { show(channels: readonly ChannelHealth[]): void } {
  const open = gauge(
    'monitor_channel_circuit_open',
    'Whether the circuit of a channel is open, so that its messages wait: 1 while it is.',
    ['channel'],
  );
  const waiting = gauge('monitor_channel_waiting', 'Messages that wait for the circuit of their channel.', [
    'channel',
  ]);
  const sent = gauge(
    'monitor_channel_last_sent_timestamp_seconds',
    'When the last message of a channel was sent.',
    ['channel'],
  );
  const delay = gauge(
    'monitor_channel_last_delay_seconds',
    'How late the last message of a channel was that was sent.',
    ['channel'],
  );
  const proof = gauge(
    'monitor_channel_last_proof_timestamp_seconds',
    'When a person showed last that messages of a channel arrive, with a link of a message or of a drill.',
    ['channel'],
  );
  const template = gauge(
    'monitor_channel_template_failing',
    'Whether the template of a channel failed for the latest message that it had words for, which has the usual ones: 1 if it did.',
    ['channel'],
  );
  return {
    show(channels) {
      for (const each of [open, waiting, sent, delay, proof, template]) each.reset();
      for (const { channelId: channel, openCircuit, lastSentAtMs, lastDelayMs, ...more } of channels) {
        open.set({ channel }, openCircuit === null ? 0 : 1);
        template.set({ channel }, more.templateError === undefined ? 0 : 1);
        waiting.set({ channel }, more.waiting.count);
        if (lastSentAtMs !== null) sent.set({ channel }, lastSentAtMs / 1000);
        if (lastDelayMs !== null) delay.set({ channel }, lastDelayMs / 1000);
        if (more.proof !== null) proof.set({ channel }, more.proof.atMs / 1000);
      }
    },
  };
}
