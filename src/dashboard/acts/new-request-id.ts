/** Names a request, so that the monitor does it once though it is sent again; also where a page came by plain HTTP. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
