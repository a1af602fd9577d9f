/** A kind of channel, for who sets one up over the API. */
export interface KindOfChannel {
  type: string;
  title: string;
  /** What it is and how to set it up, as Markdown. */
  summary: string;
  /** JSON Schema of its fields, without those that only `monitor.yaml` may have. */
  schema: Record<string, unknown>;
  /** Which of them are secret, each as a whole. */
  secrets: readonly string[];
}

/** The kinds of channels that can be made over the API. */
export interface KindsOfChannels {
  all(): Pick<KindOfChannel, 'type' | 'title'>[];
  find(type: string): KindOfChannel | null;
}
