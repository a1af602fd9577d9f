import type { ChildProcess } from 'node:child_process';

/** A page in a real browser. */
export interface Tab {
  goTo(url: string): Promise<void>;
  /** Runs a program in the page; resolves to its value. */
  run<T>(program: string): Promise<T>;
  /** Counts what comes over the network from now on; says how many bytes did so far. */
  countReceived(): Promise<() => number>;
  /** What the system of the reader prefers. */
  prefer(scheme: 'light' | 'dark'): Promise<void>;
  /** Nobody is signed in anywhere. */
  forgetCookies(): Promise<void>;
  /** What a window of this size shows, as PNG. */
  picture(size: { width: number; height: number }): Promise<Buffer>;
}

interface Reply {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: { name?: string; loaderId?: string; encodedDataLength?: number; dataLength?: number };
  result?: unknown;
  error?: { message: string };
}

/** Opens a tab in a Chromium that was started with `--remote-debugging-port=0`, over its own protocol. */
export async function openTab(browser: ChildProcess): Promise<Tab> {
  const socket = new WebSocket(await addressOf(browser));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  /** Documents that are loaded, by the id of their load, and who waits for that. */
  const loads = new Set<string>();
  let onLoad = (): void => undefined;
  let received = 0;
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    // Of a stream the browser says only how much came out of it.
    if (reply.method === 'Network.dataReceived')
      received += reply.params?.encodedDataLength || (reply.params?.dataLength ?? 0);
    if (reply.method !== 'Page.lifecycleEvent' || reply.params?.name !== 'load') return;
    loads.add(reply.params.loaderId ?? '');
    onLoad();
  });
  async function send<T>(method: string, params: object, sessionId?: string): Promise<T> {
    const id = ++last;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
    waiting.delete(id);
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result as T;
  }

  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const attached = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = attached;
  await send('Page.enable', {}, sessionId);
  await send('Page.setLifecycleEventsEnabled', { enabled: true }, sessionId);
  return {
    async goTo(url) {
      const { loaderId } = await send<{ loaderId: string }>('Page.navigate', { url }, sessionId);
      // The page before may be loaded only now.
      while (!loads.has(loaderId)) await new Promise<void>((resolve) => (onLoad = resolve));
    },
    async countReceived() {
      await send('Network.enable', {}, sessionId);
      const before = received;
      return () => received - before;
    },
    async prefer(value) {
      const features = [{ name: 'prefers-color-scheme', value }];
      await send('Emulation.setEmulatedMedia', { features }, sessionId);
    },
    async forgetCookies() {
      await send('Network.clearBrowserCookies', {}, sessionId);
    },
    async picture(size) {
      const metrics = { ...size, deviceScaleFactor: 1, mobile: false };
      await send('Emulation.setScrollbarsHidden', { hidden: true }, sessionId);
      await send('Emulation.setDeviceMetricsOverride', metrics, sessionId);
      const { data } = await send<{ data: string }>('Page.captureScreenshot', {}, sessionId);
      return Buffer.from(data, 'base64');
    },
    async run<T>(program: string) {
      const params = { expression: program, returnByValue: true, awaitPromise: true };
      const { result, exceptionDetails } = await send<{
        result: { value: T };
        exceptionDetails?: { exception?: { description?: string } };
      }>('Runtime.evaluate', params, sessionId);
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? 'failed');
      return result.value;
    },
  };
}

/** The browser prints where it can be spoken to. */
function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    browser.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    browser.once('exit', () => reject(new Error(`the browser did not start: ${text}`)));
  });
}
