/** Says that this cluster lacks what somebody waits for, and opens one that has it. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import { Icon } from '../icons.tsx';
import { leaveTour } from '../tour/tour-store.ts';
import { clusterWith, type DeadEnd } from './dead-end.ts';

export default function DeadEndCard({ deadEnd }: { readonly deadEnd: DeadEnd }): ReactNode {
  const t = useT();
  const { missing, seen } = deadEnd;
  return (
    <section className="pending-card" data-testid="dead-end">
      <h3>
        <Icon name="pending" />
        {t(`deadEnd.${missing}`)}
      </h3>
      <p>
        <b className="mono">{seen}</b>
      </p>
      <p>{t(`deadEnd.${missing}.why`)}</p>
      {missing !== 'storage' && (
        <button type="button" className="btn" onClick={() => openWith(missing)}>
          {t(`deadEnd.${missing}.open`)}
        </button>
      )}
    </section>
  );
}

/** The same inputs in a cluster that has the add-on. */
function openWith(missing: 'dns' | 'metrics'): void {
  const { recording, options, open } = player.getState();
  if (recording === undefined) return;
  leaveTour();
  open({ ...recording, cluster: clusterWith(missing, recording) }, options);
}
