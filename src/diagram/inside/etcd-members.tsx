/** The members of etcd in full: role, term, leader, and whether a write can commit. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import { etcdMembers, quorumOf } from '../etcd-members.ts';
import { MemberSign } from '../nodes/etcd-members.tsx';
import { OpenStage } from './stage/open-stage.tsx';

export function EtcdMembers(): ReactNode {
  const t = useT();
  const etcd = usePlayer(({ scene }) => scene.etcd);
  const components = usePlayer(({ scene }) => scene.components);
  const members = etcdMembers({ etcd, components });
  if (members.length === 0) return null;
  const running = members.filter(({ state }) => state !== 'down').length;
  const needed = quorumOf(members.length);
  const led = members.some(({ state }) => state === 'leader');
  return (
    <section className="members" aria-label={t('stage.etcd.members')}>
      <h3>
        <OpenStage station="members">{t('stage.etcd.members')}</OpenStage>
      </h3>
      <ul>
        {members.map(({ component, name, state, term, leader }) => (
          <li key={component} className={`member ${state}`}>
            <b className="member-name">
              <MemberSign state={state} /> {name}
            </b>
            <span>
              {state === 'down' ? t('diagram.etcd.down') : wordFor(t, 'etcd.role', state)}
            </span>
            <small>
              {t('inside.etcd.member', { term })}
              {state === 'follower' && leader !== '' && (
                <> · {t('inside.etcd.follows', { leader })}</>
              )}
            </small>
          </li>
        ))}
      </ul>
      <p className={running < needed || !led ? 'fail' : 'second'}>
        {t('inside.etcd.quorum', { running, members: members.length, needed })}{' '}
        {running < needed && t('inside.etcd.noQuorum')}
        {running >= needed && !led && t('inside.etcd.noLeader')}
      </p>
    </section>
  );
}
