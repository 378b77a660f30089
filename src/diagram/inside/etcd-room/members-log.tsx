/** The log of etcd's members as rows: an entry is solid where the trace says it is on disk. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { EtcdMember } from '../../etcd-members.ts';
import { MemberSign } from '../../nodes/etcd-members.tsx';
import { Rich } from '../rich.tsx';
import { momentOf, withoutNamespace } from '../room-words.ts';
import { OpenStage } from '../stage/open-stage.tsx';
import { type LogEntry, type MembersLog, membersLog } from './log-model.ts';
import type { Told } from './use-told.ts';

interface MembersLogProps extends Told {
  readonly width: number;
}

const cell = 86;
/** The names of the members, and the words about the majority. */
const around = { names: 150, words: 240 } as const;

export function MembersLogPane({ told, choose, width }: MembersLogProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const scene = usePlayer((state) => state.scene);
  const words = width < 720 ? 0 : around.words;
  const room = Math.max(2, Math.floor((width - around.names - words) / cell));
  const shown = useMemo(() => membersLog(log, scene, told, room), [log, scene, told, room]);
  const { members, entries } = shown;
  return (
    <section className="room-pane members-log on" aria-label={t('room.etcd.log')}>
      <header>
        <span className="part-title">
          <OpenStage station="members">{t('room.etcd.log.title', { n: members.length })}</OpenStage>
        </span>
      </header>
      <div className="log-body">
        <table className="log-table">
          <colgroup>
            <col className="names" />
            {entries.map(({ entry }) => (
              <col key={entry.id} className="entry" />
            ))}
          </colgroup>
          <thead>
            <tr>
              <td />
              {entries.map((each) => (
                <EntryHead key={each.entry.id} {...each} choose={choose} />
              ))}
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow key={member.component} member={member} shown={shown} />
            ))}
          </tbody>
        </table>
        <Bracket shown={shown} />
        {words > 0 && <Majority shown={shown} />}
      </div>
      <Quorum shown={shown} />
    </section>
  );
}

interface MemberRowProps {
  readonly member: EtcdMember;
  readonly shown: MembersLog;
}

function MemberRow({ member, shown }: MemberRowProps): ReactNode {
  const t = useT();
  const { name, state, term } = member;
  return (
    <tr className={`log-row ${state}`}>
      <th scope="row">
        <span className="log-member">
          <MemberSign state={state} /> <b>{name}</b>
          <small>
            {state === 'down' ? t('diagram.etcd.down') : wordFor(t, 'etcd.role', state)}
            {state === 'leader' && `, ${t('inside.etcd.member', { term })}`}
          </small>
        </span>
      </th>
      {shown.entries.map(({ entry, write, told }) => {
        const on = shown.has(name, entry.index);
        return (
          <td key={entry.id} className={`log-cell${on ? '' : ' missing'}${told ? ' told' : ''}`}>
            {on ? (write?.revision ?? '·') : <i>{t('room.etcd.log.unknown')}</i>}
          </td>
        );
      })}
    </tr>
  );
}

interface EntryHeadProps extends LogEntry {
  readonly choose: Told['choose'];
}

function EntryHead({ entry, write, told, choose }: EntryHeadProps): ReactNode {
  const t = useT();
  const object = write === undefined ? '' : withoutNamespace(write);
  return (
    <th scope="col" className={`log-head${told ? ' told' : ''}`}>
      <button
        type="button"
        className="nodrag nopan"
        disabled={write === undefined}
        aria-current={told ? 'true' : undefined}
        onClick={() => write !== undefined && choose(write)}
      >
        {t('room.etcd.log.entry', { index: entry.index })}
        <b title={write?.key}>{object}</b>
      </button>
    </th>
  );
}

/** Joins the rows of those who made the majority of the told entry. */
function Bracket({ shown }: { readonly shown: MembersLog }): ReactNode {
  const { members, told } = shown;
  const rows = members.flatMap(({ name }, row) => (told?.holders.includes(name) ? [row] : []));
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const y = (row: number): number => 46 + row * 46 + 23;
  return (
    <svg className="log-bracket" width="26" height={46 * (members.length + 1)} aria-hidden="true">
      <path d={`M12 ${y(first)}V${y(last)}M12 ${(y(first) + y(last)) / 2}H24`} />
      {rows.map((row) => (
        <path key={row} d={`M0 ${y(row)}H12`} />
      ))}
    </svg>
  );
}

/** Whether anything can be written, where that is not so. */
function Quorum({ shown: { members, quorum } }: { readonly shown: MembersLog }): ReactNode {
  const t = useT();
  const running = members.filter(({ state }) => state !== 'down').length;
  const led = members.some(({ state }) => state === 'leader');
  if (running === members.length && led) return null;
  return (
    <p className={`quorum ${running < quorum || !led ? 'fail' : 'second'}`}>
      {t('inside.etcd.quorum', { running, members: members.length, needed: quorum })}{' '}
      {running < quorum && t('inside.etcd.noQuorum')}
      {running >= quorum && !led && t('inside.etcd.noLeader')}
    </p>
  );
}

function Majority({ shown }: { readonly shown: MembersLog }): ReactNode {
  const t = useT();
  const begin = usePlayer(({ steps }) => steps[0]?.at ?? 0);
  const { told, members, quorum, askedAt, entries } = shown;
  if (told === undefined) return <p className="majority quiet">{t('room.etcd.log.none')}</p>;
  const revision = entries.find((each) => each.told)?.write?.revision;
  const n = told.holders.length;
  return (
    <div className="majority">
      <b className="share num">{t('room.etcd.log.share', { n, all: members.length })}</b>
      <p>
        {t('room.etcd.log.have', { index: told.index })}{' '}
        <Rich>
          {n >= quorum && revision !== undefined
            ? t('room.etcd.log.committed', { revision })
            : t('room.etcd.log.agreed')}
        </Rich>
      </p>
      <p className="num quiet">
        {askedAt !== undefined && t('room.etcd.log.asked', { time: momentOf(askedAt - begin) })}
        <br />
        {t('room.etcd.log.at', { time: momentOf(told.at - begin) })}
        {askedAt !== undefined && (
          <>
            <br />
            {t('room.etcd.log.took', { time: momentOf(told.at - askedAt) })}
          </>
        )}
      </p>
    </div>
  );
}
