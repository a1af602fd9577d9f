/** What is new: short for a subject, and as a sentence about the service. */
export interface News {
  short: string;
  long(service: string): string;
}
