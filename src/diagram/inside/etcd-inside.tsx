/** Inside etcd: each key that the story wrote, with its revisions, the newest last. */

import { type ReactNode, useMemo } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { isBackgroundKey } from '#trace/background';
import type { RoomNode } from '../elements.ts';
import { storyStart } from '../selectors.ts';
import { EtcdMembers } from './etcd-members.tsx';
import { Inside } from './inside.tsx';
import { OpenStage } from './stage/open-stage.tsx';

const shownKeys = 22;

/** Background keys come last: there are many, and nobody waits for them. */
const rank = (key: string): number => (isBackgroundKey(key) ? 1 : 0);

export function EtcdInside({ width }: NodeProps<RoomNode>): ReactNode {
  const t = useT();
  const etcd = usePlayer(({ scene }) => scene.etcd);
  const start = usePlayer(storyStart);
  const cursor = usePlayer((player) => player.cursor);
  const log = usePlayer((player) => player.log);
  const keys = useMemo(
    () =>
      [...etcd.keys.values()]
        .filter(({ fact }) => fact >= start)
        .sort((a, b) => rank(a.key) - rank(b.key) || b.revision - a.revision)
        .slice(0, shownKeys),
    [etcd, start],
  );
  return (
    <Inside of="etcd plate" width={width}>
      <h3>
        <OpenStage station="keys">
          {t('diagram.etcd.revision', { revision: etcd.revision })}
        </OpenStage>
      </h3>
      <EtcdMembers />
      {keys.length === 0 && <p className="quiet">{t('diagram.etcd.empty')}</p>}
      <table>
        <thead>
          <tr>
            <th>{t('inside.etcd.key')}</th>
            <th className="num">{t('inside.etcd.version')}</th>
            <th>{t('inside.etcd.revisions')}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key, version, fact }) => (
            <tr key={key} className={fact === cursor ? 'now' : ''}>
              <td>
                <code>{key}</code>
              </td>
              <td className="num">{version}</td>
              <td className="revisions">
                {log
                  .revisionsOf(key)
                  .filter((id) => id <= cursor)
                  .slice(-8)
                  .map((id) => {
                    const written = log.fact(id);
                    const revision = written?.type === 'TxnCommitted' ? written.revision : 0;
                    return (
                      <span key={id} className={`diamond${id === cursor ? ' now' : ''}`}>
                        {revision}
                      </span>
                    );
                  })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Inside>
  );
}
