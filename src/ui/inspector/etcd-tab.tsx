/** etcd at the cursor: keys with revision and version, those of this run first. */

import { type ReactNode, useMemo, useState } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { StoredKey } from '#player/scene';
import { isHeartbeatKey } from '#trace/background';
import { useSubject } from './focus.ts';

/** The number of rows; a table of thousands would delay each step. */
const most = 120;

export default function EtcdTab(): ReactNode {
  const t = useT();
  const [all, setAll] = useState(false);
  const etcd = usePlayer((state) => state.scene.etcd);
  const begin = usePlayer((state) => state.steps[0]?.fact ?? Number.POSITIVE_INFINITY);
  const subject = useSubject();
  const key = subject?.key ?? '';
  const found = useMemo(() => {
    const keys = [...etcd.keys.values()];
    const ours = keys.filter(({ fact, key: each }) => fact >= begin && !isHeartbeatKey(each));
    return (all ? keys : ours).sort((a, b) => b.revision - a.revision);
  }, [etcd, all, begin]);
  // The key of this step is always among them, however old it is.
  const shown = found.filter((each, index) => index < most || each.key === key);
  const more = found.length - shown.length;
  return (
    <>
      <p className="q">{t('inspector.etcd.revision', { revision: etcd.revision })}</p>
      {shown.length === 0 ? (
        <p>{t('inspector.etcd.empty')}</p>
      ) : (
        <Keys keys={shown} current={key} />
      )}
      {more > 0 && <p className="qq">{t('diagram.more', { n: more })}</p>}
      <button type="button" className="btn" onClick={() => setAll(!all)}>
        {t(all ? 'inspector.etcd.ours' : 'inspector.etcd.all')}
      </button>
    </>
  );
}

function Keys({
  keys,
  current,
}: {
  readonly keys: readonly StoredKey[];
  current: string;
}): ReactNode {
  const t = useT();
  return (
    <table className="keys-table">
      <thead>
        <tr>
          <th scope="col">{t('inspector.etcd.key')}</th>
          <th scope="col">{t('inspector.etcd.rev')}</th>
          <th scope="col">{t('inspector.etcd.version')}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ key, revision, version, fact }) => (
          <tr key={key} className={key === current ? 'on' : ''}>
            <td>
              <button type="button" onClick={() => player.getState().seek(fact)}>
                <Wrapped text={key.replace('/registry', '')} />
              </button>
            </td>
            <td className="num">{revision}</td>
            <td className="num">{version}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
