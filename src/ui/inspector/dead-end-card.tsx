/** Names what this cluster lacks and somebody waits for, and opens one that has it. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { leaveTour } from '../tour/tour-store.ts';
import { clusterWith, deadEndOf, type DeadEnd as Missing } from './dead-end.ts';

export default function DeadEnd(): ReactNode {
  const commands = usePlayer((state) => state.scene.commands);
  const etcd = usePlayer((state) => state.scene.etcd);
  const deadEnd = useMemo(() => deadEndOf({ commands, etcd }), [commands, etcd]);
  return deadEnd && <DeadEndCard deadEnd={deadEnd} />;
}

function DeadEndCard({ deadEnd }: { readonly deadEnd: Missing }): ReactNode {
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
