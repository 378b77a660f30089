/** What lies over the map while there is nothing to step through: it starts, or it has failed. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { failureOf, type RunStatus as Status } from '#player/run-status';
import { showNotice } from './notice-store.ts';

const RunFailure = lazy(() =>
  // Without a network the simulator's own words must do.
  import('./run-failure.tsx').catch(() => ({ default: PlainFailure })),
);

export function RunStatus(): ReactNode {
  const status = usePlayer((state) => state.status);
  const isFull = status.kind === 'done' && status.reason === 'full';
  useEffect(() => {
    if (isFull) showNotice({ id: 'notice.full' });
  }, [isFull]);
  switch (status.kind) {
    case 'loading':
    case 'running':
      return <Starting status={status} />;
    case 'done':
      return null;
    default:
      return (
        <Suspense fallback={<PlainFailure status={status} />}>
          <RunFailure status={status} />
        </Suspense>
      );
  }
}

function PlainFailure({ status }: { readonly status: Status }): ReactNode {
  return (
    <div className="failure" role="alert">
      <div>
        <h2>{failureOf(status)}</h2>
      </div>
    </div>
  );
}

/** A bar that really counts: virtual time until the cluster is ready. */
function Starting({ status }: { readonly status: Status }): ReactNode {
  const t = useT();
  const starting = usePlayer(
    ({ goal, recording }) =>
      goal?.kind === 'home' || goal?.kind === 'step' || recording === undefined,
  );
  const readyAt = usePlayer((state) => state.options.readyAt);
  if (!starting) return null;
  const at = status.kind === 'running' ? status.at : 0;
  const percent = Math.min(100, Math.round((100 * at) / Math.max(1, readyAt)));
  const words = t('status.starting', { percent });
  return (
    <div className="starting" role="status">
      <span className="num">{words}</span>
      <progress value={percent} max={100} aria-label={words} />
    </div>
  );
}
