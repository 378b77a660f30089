/** What one write stored: its key and numbers, the lines that differ, and its condition. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { Rich } from '../rich.tsx';
import { type StoredLine, storedOf } from './stored-model.ts';
import type { RefusedWrite, Write } from './writes.ts';

interface StoredProps {
  readonly told: Write;
  readonly height: number;
}

const lineHeight = 19;
/** Head, key, numbers and condition. */
const around = 156;

export function StoredPane({ told, height }: StoredProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const refused = usePlayer(({ log, scene }) => {
    const fact = log.fact(scene.cursor);
    return fact?.type === 'TxnRefused' ? fact : undefined;
  });
  const { kind, before, expected, lines } = useMemo(() => storedOf(log, told), [log, told]);
  const several = usePlayer(({ scene }) => scene.etcd.members.size > 0);
  const most = Math.max(2, Math.floor((height - around) / lineHeight));
  return (
    <section className="room-pane stored" aria-label={t('room.etcd.stored')}>
      <header>
        {t('room.etcd.stored')}
        <small>
          {several
            ? t('room.etcd.stored.each')
            : t('room.etcd.stored.version', { kind, version: told.version })}
        </small>
      </header>
      <dl>
        <dt>{t('inside.etcd.key')}</dt>
        <dd>
          <code>{told.key}</code>
        </dd>
      </dl>
      <p className="numbers num">
        <span>
          {t('room.etcd.created')} {told.createRevision}
        </span>
        <span>
          {t('room.etcd.modified')} <b>{told.revision}</b>
          {before !== undefined && ` ${t('room.etcd.was', { revision: before })}`}
        </span>
        <span>
          {t('room.etcd.version')} <b>{told.version}</b>
        </span>
      </p>
      {told.op === 'delete' && <p className="second">{t('room.etcd.removed')}</p>}
      <Lines lines={lines} most={most} />
      {refused === undefined ? (
        <Condition expected={expected} />
      ) : (
        <RefusedWords refused={refused} />
      )}
    </section>
  );
}

interface LinesProps {
  readonly lines: readonly StoredLine[];
  readonly most: number;
}

function Lines({ lines, most }: LinesProps): ReactNode {
  const t = useT();
  if (lines.length === 0) return null;
  const shown = lines.length > most ? lines.slice(0, most - 1) : lines;
  const more = lines.length - shown.length;
  return (
    <pre className="stored-lines">
      {shown.map(({ id, sign, text }) => (
        <span key={id} className={sign === '+' ? 'a' : sign === '-' ? 'd' : ''}>
          {sign} {text}
          {'\n'}
        </span>
      ))}
      {more > 0 && <span className="quiet">{t('room.moreLines', { n: more })}</span>}
    </pre>
  );
}

/** The `if` of the transaction. */
function Condition({ expected }: { readonly expected: number | undefined }): ReactNode {
  const t = useT();
  if (expected === undefined) return null;
  return (
    <p className="second condition">
      <Rich>
        {expected === 0
          ? t('room.etcd.condition.new')
          : t('room.etcd.condition', { revision: expected })}
      </Rich>
    </p>
  );
}

function RefusedWords({ refused }: { readonly refused: RefusedWrite }): ReactNode {
  const t = useT();
  const { actualRevision: actual, expectedRevision: expected } = refused;
  return (
    <p className="fail condition">
      <Rich>
        {expected === 0
          ? t('room.etcd.refused.exists', { actual })
          : t('room.etcd.refused', { actual, expected })}
      </Rich>
    </p>
  );
}
