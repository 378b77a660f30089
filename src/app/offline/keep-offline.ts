/** Has the browser keep a copy of the site, and reports a newer one or a missing network. */
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { useOffline } from '#ui/offline/offline-store';
import { scriptAddress } from '#worker/script-address';

/** Milliseconds between two checks for a newer release, on a page that stays open. */
const lookEvery = 3_600_000;
/**
 * Milliseconds after which the copy begins on a page that shows no run, even if its files still
 * load.
 */
const longestStart = 3_000;
/** The same on a page that shows a run, which may go on for as long as its reader stays. */
const longestRun = 20_000;

/** Resolves when the copy has been requested; rejects in a browser that cannot keep one. */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  const script = scriptAddress('./service-worker.js');
  followNetwork();
  // Where the page comes from the copy, whether the server answers is known at once: a newer
  // release waits as the first copy does.
  if (serviceWorker.controller !== null && navigator.onLine) await askServer(script);
  await started();
  const registration = await serviceWorker.register(script, { updateViaCache: 'none' });
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

/** A request that the service worker does not answer: it answers nothing but GET. */
async function askServer(script: string): Promise<void> {
  await fetch(script, { method: 'HEAD', cache: 'no-store' }).catch(() =>
    useOffline.setState({ cut: true }),
  );
}

/** The new release takes over, then this page opens again at the same address and place. */
function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
}

/** What the reader does goes first: the copy waits while the simulator works or soon may. */
function leaveRoom(registration: ServiceWorkerRegistration): void {
  player.subscribe((state, before) => {
    const types = state.atPrompt !== before.atPrompt;
    if (!types && isAtWork(state) === isAtWork(before)) return;
    const { installing, active } = registration;
    const message = types || isAtWork(state) ? 'busy' : 'quiet';
    for (const worker of [installing, active]) worker?.postMessage(message);
  });
}

const isAtWork = ({ status }: Player): boolean =>
  status.kind === 'running' || (status.kind === 'done' && status.prepared !== true);

function followNetwork(): void {
  const hear = (): void => useOffline.setState({ cut: !navigator.onLine });
  addEventListener('online', hear);
  addEventListener('offline', hear);
  hear();
}

/** Resolves when the simulator has nothing to do: the page's own files and its run go first. */
function started(): Promise<void> {
  return new Promise((resolve) => {
    const stop = player.subscribe(({ status }) => {
      if (status.kind === 'done' && status.prepared === true) end();
    });
    const late = setTimeout(end, longestRun);
    const early = setTimeout(() => {
      if (player.getState().recording === undefined) end();
    }, longestStart);
    function end(): void {
      stop();
      clearTimeout(late);
      clearTimeout(early);
      resolve();
    }
  });
}
