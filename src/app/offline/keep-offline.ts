/** Has the browser keep a copy of the site, and reports a newer one or a missing network. */
import { useOffline } from '#ui/offline/offline-store';
import { scriptAddress } from '#worker/script-address';

/** Milliseconds between two checks for a newer release, on a page that stays open. */
const lookEvery = 3_600_000;
/**
 * Milliseconds after which the copy begins on a page that shows no run, even if its files still
 * load.
 */
const longestStart = 3_000;

/** Resolves when the copy has been requested; rejects in a browser that cannot keep one. */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  followNetwork();
  await started();
  const registration = await serviceWorker.register(scriptAddress('./service-worker.js'), {
    updateViaCache: 'none',
  });
  const offer = (): void => {
    const { waiting } = registration;
    // The first copy has nothing to replace.
    if (waiting === null || serviceWorker.controller === null) return;
    useOffline.setState({ update: () => takeOver(waiting) });
  };
  offer();
  leaveRoom(registration);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  const look = (): void => {
    registration.update().catch(() => useOffline.setState({ cut: true }));
  };
  if (serviceWorker.controller !== null) look();
  setInterval(look, lookEvery);
}

/** The new release takes over, then this page opens again at the same address and place. */
function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
}

/** What the reader does goes first: the copy waits while a run is computed. */
function leaveRoom(registration: ServiceWorkerRegistration): void {
  const root = document.documentElement;
  const announce = (): void => {
    const { installing, active } = registration;
    const message = root.dataset['traceHash'] === undefined ? 'busy' : 'quiet';
    for (const worker of [installing, active]) worker?.postMessage(message);
  };
  new MutationObserver(announce).observe(root, { attributeFilter: ['data-trace-hash'] });
}

function followNetwork(): void {
  const hear = (): void => useOffline.setState({ cut: !navigator.onLine });
  addEventListener('online', hear);
  addEventListener('offline', hear);
  hear();
}

/** Resolves when the cluster is there: the page's own files go first. */
function started(): Promise<void> {
  const root = document.documentElement;
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (root.dataset['app'] === 'ready') end();
    });
    const timer = setTimeout(end, longestStart);
    function end(): void {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    }
    observer.observe(root, { attributes: true, attributeFilter: ['data-app'] });
  });
}
