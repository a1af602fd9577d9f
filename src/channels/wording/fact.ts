/** One line of what is known: `CPU` is `97.2 %`. */
export interface Fact {
  name: string;
  value: string;
}
