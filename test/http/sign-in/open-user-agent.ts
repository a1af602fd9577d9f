/** What came back at the end of a way. */
export interface Visited {
  status: number;
  headers: Headers;
  text: string;
  /** The addresses on the way, the last one last. */
  way: string[];
}

/** As much of a browser as a sign-in needs: it keeps cookies of each host and follows redirects. */
export interface UserAgent {
  visit(url: string, how?: { upTo?: RegExp }): Promise<Visited>;
  /** Calls the API as the page does with a session; a header that is null is left out. */
  send(
    method: string,
    url: string,
    headers?: Record<string, string | null>,
    body?: unknown,
  ): Promise<Response>;
  /** The same, with the answer as far as it is JSON. */
  call(...asked: Parameters<UserAgent['send']>): Promise<{
    status: number;
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
    body: any;
  }>;
  /** By their names, as this host gets them. */
  cookies: Map<string, string>;
  /** The `Set-Cookie` headers so far. */
  set: string[];
}

const mostRedirects = 20;

/** `origin`: where its page comes from. */
export function openUserAgent(origin: string): UserAgent {
  const cookies = new Map<string, string>();
  const set: string[] = [];
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(headers: Headers): void {
    for (const each of headers.getSetCookie()) {
      set.push(each);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '' || /max-age=0/i.test(each)) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  const agent: UserAgent = {
    cookies,
    set,

    async visit(url, { upTo } = {}) {
      const way: string[] = [];
      let next = url;
      for (;;) {
        way.push(next);
        const response = await fetch(next, {
          headers: { cookie: header(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
          redirect: 'manual',
        });
        keep(response.headers);
        const { status, headers } = response;
        const to = headers.get('location');
        const text = await response.text();
        if (to === null || upTo?.test(new URL(to, next).href)) {
          if (to !== null) way.push(new URL(to, next).href);
          return { status, headers, text, way };
        }
        if (way.length > mostRedirects) throw new Error(`a circle of redirects: ${way.join(' → ')}`);
        next = new URL(to, next).href;
      }
    },

    async call(...asked) {
      const response = await agent.send(...asked);
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    },

    async send(method, url, headers = {}, body) {
      const all = {
        cookie: header(),
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin, 'x-monitor-page': '1' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      };
      const given = Object.entries(all).filter((each): each is [string, string] => each[1] !== null);
      const response = await fetch(url, {
        ...{ method, headers: given },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      keep(response.headers);
      return response;
    },
  };
  return agent;
}
