/**
 * Keeps a whole copy of the site, so that it opens and runs without a network.
 *
 * The build writes `self.podysseyRelease` before this script: every file of the site with its hash.
 * A release is kept whole or not at all; each file must be the one that was built. A file that
 * another release keeps already is not fetched again. No other site receives a request.
 */

interface Release {
  /** Names the release: a hash of all files. */
  readonly id: string;
  /** Path below the site → its hash, as the `integrity` of a request has it. */
  readonly files: Readonly<Record<string, string>>;
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerScope {
  readonly podysseyRelease: Release;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

const worker = globalThis as unknown as ServiceWorkerScope;
const { id, files } = worker.podysseyRelease;
const scope = worker.registration.scope;
/** Several copies of the site may lie on one host: each keeps its own. */
const prefix = `podyssey ${scope} `;
const ours = prefix + id;
/** Requests at one time: a host may count them, and each takes some of the reader's processor. */
const lanes = 2;
/** Milliseconds for which the copy waits at most when a page says that it is busy. */
const longestWait = 5_000;

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));

// Pages of the release before may still fetch parts of it: it goes when the next one comes.
worker.addEventListener('activate', (event) => {
  event.waitUntil(
    ownCaches().then(async (names) => {
      const older = names.filter((name) => name !== ours).slice(0, -1);
      await Promise.all(older.map((name) => caches.delete(name)));
      await worker.clients.claim();
    }),
  );
});

// A page sends `take-over` when its reader wants the new release, and whether a run needs the
// processor.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting();
  else if (data === 'busy') wait();
  else if (data === 'quiet') goOn();
});

/** Resolves when no page is busy; `undefined`: none is. */
let quiet: Promise<void> | undefined;
let goOn = (): void => undefined;

function wait(): void {
  if (quiet !== undefined) return;
  quiet = new Promise((resolve) => {
    // A page that was closed says nothing more.
    const timer = setTimeout(() => goOn(), longestWait);
    goOn = () => {
      clearTimeout(timer);
      quiet = undefined;
      resolve();
    };
  });
}

worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'GET' || !url.startsWith(scope)) return;
  event.respondWith(answer(event));
});

/**
 * Answers from the copy; a file that no copy has comes from the network. A browser that is short of
 * space may have dropped the copy: the first file that is missed has it kept again.
 */
async function answer(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const path = pathOf(request.url);
  const address = new URL(path, scope).href;
  const own = Object.hasOwn(files, path) ? await from(ours, address) : undefined;
  if (own !== undefined) return own;
  for (const name of (await ownCaches()).reverse()) {
    // Only files whose names say which release they are of.
    const kept = path.startsWith('assets/') ? await from(name, address) : undefined;
    if (kept !== undefined) return kept;
  }
  if (Object.hasOwn(files, path)) event.waitUntil(keepAgain());
  return fetch(request);
}

let keepingAgain: Promise<void> | undefined;

/** Resolves in any case: without a network there is no copy, and the next request tries again. */
function keepAgain(): Promise<void> {
  keepingAgain ??= keepAll()
    .catch(() => undefined)
    .finally(() => {
      keepingAgain = undefined;
    });
  return keepingAgain;
}

/** The file that an address below the site stands for: folders have an index. */
function pathOf(address: string): string {
  const path = new URL(address).pathname.slice(new URL(scope).pathname.length);
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(ours);
  const others = (await ownCaches()).filter((name) => name !== ours);
  const left = Object.entries(files);
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      await quiet;
      await keep(cache, others, ...next);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

/** Puts one file into the cache, from another release if that has the same. */
async function keep(
  cache: Cache,
  others: readonly string[],
  path: string,
  integrity: string,
): Promise<void> {
  const address = new URL(path, scope).href;
  if ((await cache.match(address)) !== undefined) return;
  for (const name of path.startsWith('assets/') ? others : []) {
    const kept = await from(name, address);
    if (kept !== undefined) return cache.put(address, kept);
  }
  const response = await fetch(address, { integrity, cache: 'no-cache' });
  if (!response.ok) throw new Error(`${response.status}: ${path}`);
  await cache.put(address, await plain(response));
}

/** A page may not be opened with an answer that was redirected on its way here. */
async function plain(response: Response): Promise<Response> {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}

const from = (name: string, address: string): Promise<Response | undefined> =>
  caches.match(address, { cacheName: name, ignoreVary: true });

/** The caches of this copy of the site, oldest first. */
async function ownCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}
