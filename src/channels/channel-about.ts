/** What `docs/channels.md` says of a kind of channel beside the table of its fields. The program itself never reads it. */
export interface ChannelAbout {
  /** As its maker writes it. */
  title: string;
  /** What it is and how to set it up, in a few sentences. */
  summary: string;
  /** A channel that `config check` accepts; `${NAME}` stands for a secret of the environment. */
  example: Record<string, unknown>;
  /** What it was built from; `date` is the day of the edition that was read. */
  documents: readonly { name: string; url: string; date: string }[];
  /** What was not tried against the real service. */
  untried: string;
}
