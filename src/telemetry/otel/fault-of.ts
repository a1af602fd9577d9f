/** What a span says of an error: no stack, and nothing of the command that failed. */
export function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
