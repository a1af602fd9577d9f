import { METHODS, request } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What came back to one request, as far as it says who may do what. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The problem's code; null where there is no problem. */
  code: string | null;
}

/** All that Node can send; CONNECT has no path. */
export const allMethods = METHODS.filter((method) => method !== 'CONNECT');

const nobody = '00000000-0000-8000-8000-000000000000';

/** Every path that the app serves, as the app itself says: nobody has to add a new route to a list. */
export function pathsOf(app: FastifyInstance): string[] {
  const parents: string[] = [];
  const lines = app.printRoutes({ commonPrefix: false }).split('\n').filter(Boolean);
  return lines.map((line) => {
    const [, indent = '', part = ''] = /^([\s│]*)[├└]── (\S+) \(/.exec(line) ?? [];
    if (part === '') throw new Error(`not the line of a route: ${line}`);
    const depth = indent.length / 4;
    parents.splice(depth);
    const path = (parents.at(-1) ?? '') + part;
    parents.push(path);
    return path;
  });
}

/** The path with something in place of its parameters that nobody has. */
export function concrete(path: string): string {
  return path
    .replace(/:(\w+)/g, (_, name: string) => (name.endsWith('Id') ? nobody : 'none'))
    .replace('*', 'none');
}

/** One request over a real socket; the body of the answer is read only as far as it is a problem. */
export function ask(port: number, method: string, path: string, key: string | null): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
    const asked = request({
      ...{ host: '127.0.0.1', port, method, path, agent: false },
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(hasBody ? { 'content-type': 'application/json', 'content-length': 2 } : {}),
      },
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const finish = (code: string | null) => {
        resolve({ status, headers, code });
        asked.destroy();
      };
      // An answer that never ends, such as a stream of events, has said what matters.
      const isProblem = /problem\+json/.test(headers['content-type'] ?? '') && method !== 'HEAD';
      if (!isProblem) return finish(null);
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => finish((JSON.parse(text) as { code: string }).code));
    });
    asked.end(hasBody ? '{}' : undefined);
  });
}
