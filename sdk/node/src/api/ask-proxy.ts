import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

/** Opens a request to the proxy itself, as the user that its address names. */
export function askProxy(proxy: URL, options: RequestOptions): ClientRequest {
  const { protocol, port, username, password } = proxy;
  const hostname = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const user = `${decoded(username)}:${decoded(password)}`;
  const authorization = { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` };
  const isTls = protocol === 'https:';
  return (isTls ? https : http).request({
    ...options,
    ...{ hostname, port: port || (isTls ? 443 : 80) },
    // Else Node takes the monitor's name, which stands in the Host header.
    ...(isTls && { servername: isIP(hostname) ? '' : hostname }),
    headers: { ...options.headers, ...(username === '' ? {} : authorization) },
  });
}

/** A per cent sign that nobody encoded is one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
