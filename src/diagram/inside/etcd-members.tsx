/** The members of etcd in a line, the leader marked; a single one is not told. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { raftMembers } from './raft.ts';
import { OpenStage } from './stage/open-stage.tsx';

export function EtcdMembers(): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const members = useMemo(() => raftMembers(log, cursor), [log, cursor]);
  if (members.length === 0) return null;
  return (
    <span className="members">
      {members.map(({ component, role, term }) => (
        <OpenStage key={component} station="members">
          <span
            className={role === 'leader' ? 'member leader' : 'member'}
            title={t('inside.etcd.member', { role, term })}
          >
            {component.replace('etcd/', '')} <small>{role}</small>
          </span>
        </OpenStage>
      ))}
    </span>
  );
}
