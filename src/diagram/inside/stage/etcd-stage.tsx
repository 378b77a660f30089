/**
 * etcd as tables: keys with their revisions; the members, their roles and how far each log reaches.
 */
import { type ReactNode, useMemo, useState } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { TraceLog } from '#player/trace-log';
import { raftOf } from '../raft.ts';
import { Go, StageFrame, StageTable } from './stage-frame.tsx';

interface EtcdStageProps {
  readonly stage: 'keys' | 'members';
  readonly width: number | undefined;
}

export function EtcdStageTables({ stage, width }: EtcdStageProps): ReactNode {
  const t = useT();
  return (
    <StageFrame
      family="etcd"
      title={t(`stage.etcd.${stage}`)}
      width={width}
      about={t(`stage.etcd.${stage}.about`)}
    >
      {stage === 'keys' ? <Keys /> : <Members />}
    </StageFrame>
  );
}

const shownKeys = 60;
const shownRevisions = 10;

function Keys(): ReactNode {
  const t = useT();
  const [text, setText] = useState('');
  const etcd = usePlayer(({ scene }) => scene.etcd);
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const found = useMemo(
    () =>
      [...etcd.keys.values()]
        .filter(({ key }) => key.includes(text.trim()))
        .sort((a, b) => b.revision - a.revision),
    [etcd, text],
  );
  return (
    <>
      <label className="stage-filter">
        <span className="second">{t('stage.etcd.filter')}</span>
        <input type="search" value={text} onChange={({ target }) => setText(target.value)} />
        <span className="quiet">
          {t('stage.etcd.count', { n: found.length, revision: etcd.revision })}
        </span>
      </label>
      <StageTable
        columns={[
          t('inside.etcd.key'),
          'mod_revision',
          'create_revision',
          t('inside.etcd.version'),
          t('inside.etcd.revisions'),
        ]}
        numbers={[1, 2, 3]}
        rows={found.slice(0, shownKeys).map(({ key, revision, createRevision, version, fact }) => ({
          key,
          fact,
          cells: [
            <code key="k">{key}</code>,
            revision,
            createRevision,
            version,
            <Revisions key="r" ids={log.revisionsOf(key)} cursor={cursor} log={log} />,
          ],
        }))}
        empty={t('stage.etcd.noKey')}
      />
    </>
  );
}

interface RevisionsProps {
  readonly ids: readonly number[];
  readonly cursor: number;
  readonly log: TraceLog;
}

function Revisions({ ids, cursor, log }: RevisionsProps): ReactNode {
  const past = ids.filter((id) => id <= cursor).slice(-shownRevisions);
  return past.map((id) => {
    const fact = log.fact(id);
    if (fact?.type !== 'TxnCommitted') return null;
    return (
      <Go key={id} fact={id}>
        {fact.op === 'delete' ? `${fact.revision} ✕` : fact.revision}
      </Go>
    );
  });
}

const shownEntries = 24;
const shownRoles = 12;

/** A cluster of one member has no Raft to show. */
function Members(): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const components = usePlayer(({ scene }) => scene.components);
  const { members, roles, entries, reached } = useMemo(() => raftOf(log, cursor), [log, cursor]);
  if (members.length === 0) return <p className="quiet">{t('stage.etcd.single')}</p>;
  const last = entries.at(-1);
  return (
    <>
      <StageTable
        columns={[
          t('stage.member'),
          t('stage.role'),
          t('stage.term'),
          t('stage.leader'),
          t('stage.etcd.reached'),
        ]}
        numbers={[2, 4]}
        rows={members.map(({ component, role, term, leader, id }) => {
          const name = component.replace('etcd/', '');
          const index = reached.get(name);
          const up = components.get(component)?.up === true;
          return {
            key: component,
            fact: id,
            look: up ? (role === 'leader' ? 'on' : undefined) : 'fail',
            cells: [
              name,
              up ? wordFor(t, 'etcd.role', role) : t('diagram.etcd.down'),
              term,
              leader,
              index === undefined ? '' : `≥ ${index}`,
            ],
          };
        })}
        empty=""
      />
      <p className="quiet">{t('stage.etcd.reached.why')}</p>
      <StageTable
        title={t('stage.etcd.log', { n: last?.index ?? 0 })}
        columns={[t('stage.index'), t('stage.term'), t('stage.holders'), t('stage.etcd.told')]}
        numbers={[0, 1]}
        rows={entries
          .slice(-shownEntries)
          .reverse()
          .map(({ id, index, term, holders, component }) => ({
            key: id,
            fact: id,
            cells: [
              <Go key="i" fact={id}>
                {index}
              </Go>,
              term,
              holders.join(', '),
              component.replace('etcd/', ''),
            ],
          }))}
        empty={t('stage.notYet')}
      />
      <StageTable
        title={t('stage.etcd.elections')}
        columns={[t('stage.member'), t('stage.role'), t('stage.term'), t('stage.leader')]}
        numbers={[2]}
        rows={roles
          .slice(-shownRoles)
          .reverse()
          .map(({ id, component, role, term, leader }) => ({
            key: id,
            fact: id,
            cells: [
              <Go key="m" fact={id}>
                {component.replace('etcd/', '')}
              </Go>,
              wordFor(t, 'etcd.role', role),
              term,
              leader,
            ],
          }))}
        empty={t('stage.notYet')}
      />
    </>
  );
}
