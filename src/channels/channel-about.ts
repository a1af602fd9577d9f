/** What `docs/channels.md`, and the form on the page, say of a kind of channel beside its fields. */
export interface ChannelAbout {
  /** As its maker writes it. */
  title: string;
  /** What it is and how to set it up, in a few sentences. */
  summary: string;
  /** It needs a file or a program of the machine, which only `monitor.yaml` may name. Absent: it does not. */
  isForFileOnly?: true;
  /** A channel that `config check` accepts; `${NAME}` stands for a secret of the environment. */
  example: Record<string, unknown>;
  /** What it was built from; `date` is the day of the edition that was read. */
  documents: readonly { name: string; url: string; date: string }[];
  /** What was not tried against the real service. */
  untried: string;
}
