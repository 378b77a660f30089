/**
 * The members of an etcd with several members, in one line: a full disc leads, a hollow one
 * follows, a dashed one asks for votes or knows no leader, a cross does not run.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import { type EtcdMember, etcdMembers } from '../etcd-members.ts';
import { useAnchor } from '../story/anchored.ts';

/** Above this number members have no words; the second number is how many the line has room for. */
const mostInWords = 3;
const mostWords = 2;

export default function EtcdMembersLine({ words }: { readonly words: boolean }): ReactNode {
  const t = useT();
  const members = usePlayer(({ scene }) => scene.etcd.members);
  const components = usePlayer(({ scene }) => scene.components);
  const shown = etcdMembers({ etcd: { members }, components });
  const wordOf = ({ state }: EtcdMember): string =>
    state === 'down' ? t('diagram.etcd.down') : wordFor(t, 'etcd.role', state);
  const worded = shown.filter(({ state }) => state !== 'follower');
  // Where words have no room, the cross alone means that a member does not run.
  const needing =
    worded.length <= mostWords ? worded : worded.filter(({ state }) => state !== 'down');
  const spoken = new Set(words && shown.length <= mostInWords ? needing.slice(0, mostWords) : []);
  return (
    <ul className="members-line">
      {shown.map((member) => (
        <Member
          key={member.name}
          member={member}
          word={wordOf(member)}
          spoken={spoken.has(member)}
        />
      ))}
    </ul>
  );
}

interface MemberProps {
  readonly member: EtcdMember;
  readonly word: string;
  /** Whether the word stands beside the sign. */
  readonly spoken: boolean;
}

function Member({ member: { name, state }, word, spoken }: MemberProps): ReactNode {
  return (
    <li className={state} title={`${name}: ${word}`} {...useAnchor(`etcd/${name}`)}>
      <MemberSign state={state} label={word} />
      {name}
      {spoken && <small aria-hidden="true">{word}</small>}
    </li>
  );
}

export interface MemberSignProps {
  readonly state: EtcdMember['state'];
  /** The accessible name where no word stands beside the sign. */
  readonly label?: string;
}

export function MemberSign({ state, label }: MemberSignProps): ReactNode {
  const cross = <path d="M4 4l8 8M12 4l-8 8" />;
  const dashed = state !== 'leader' && state !== 'follower';
  return (
    <svg
      className="i"
      viewBox="0 0 16 16"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {state === 'down' ? (
        cross
      ) : (
        <circle
          cx="8"
          cy="8"
          r="5"
          fill={state === 'leader' ? 'currentColor' : 'none'}
          {...(dashed && { strokeDasharray: '2.600 2' })}
        />
      )}
    </svg>
  );
}
