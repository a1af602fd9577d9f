/** What one look found; `saw` is one line for people. */
export interface Look {
  isWell: boolean;
  saw: string;
}
