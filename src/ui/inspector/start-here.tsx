/** Before the first step: what this page is, who is on the map, and what to do. */
import type { ReactNode } from 'react';
import { FamilyGlyph } from '#diagram/nodes/glyph.tsx';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { RichText } from '../rich-text.tsx';

const rooms = [
  ['kubectl', 'client'],
  ['kube-apiserver', 'apiserver'],
  ['etcd', 'etcd'],
  ['kube-controller-manager', 'controllers'],
  ['kube-scheduler', 'scheduler'],
  ['kubelet', 'kubelet'],
] as const;

export function StartHere(): ReactNode {
  const t = useT();
  const begun = usePlayer((state) => state.steps.length > 0);
  return (
    <>
      <p>
        <RichText message={t('start.what')} />
      </p>
      <dl className="start-rooms">
        {rooms.map(([room, family]) => (
          <div key={room}>
            <dt>
              <FamilyGlyph family={family} />
              {room}
            </dt>
            <dd>{t(`start.room.${room}`)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <RichText message={t(begun ? 'start.next' : 'start.run')} />
      </p>
    </>
  );
}
