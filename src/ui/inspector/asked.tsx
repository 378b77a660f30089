/** The plugins or authorizers that were asked, in order, with the answer of each. */
import './asked.css';
import type { ReactNode } from 'react';
import { type AnswerLook, type AnswerWord, answerLooks } from '#diagram/answers';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { useTour } from '../tour/tour-store.ts';

export interface AskedRow extends Partial<AnswerLook> {
  readonly name: string;
  readonly answer: string;
  readonly detail: string;
}

/** One that was asked, and the kind of its answer. */
export const asked = (name: string, answer: AnswerWord, detail: string): AskedRow => ({
  ...{ name, answer, detail },
  ...answerLooks[answer],
});

/** One that looked and had no objection. */
export const passed = (name: string): AskedRow => ({ name, answer: '', detail: '' });

/** This many in a row that did nothing stand in one paragraph, each with its name. */
const many = 3;

/**
 * The rows in groups: neighbours that did nothing are together, if they are many, so that those
 * that acted are not lost among them. The order stays.
 */
export function inRuns(rows: readonly AskedRow[]): readonly (readonly AskedRow[])[] {
  const runs: AskedRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (row.look === 'off' && run?.[0]?.look === 'off') run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => (run.length < many ? run.map((row) => [row]) : [run]));
}

const looks = {
  on: { icon: 'check', row: '', word: 'ok' },
  off: { icon: 'dash', row: 'inert', word: '' },
  fail: { icon: 'denied', row: 'refused', word: 'fail' },
} as const;

/**
 * A name that is no plain word, such as `PodSecurity` or `RBAC`: in a text, it can mean nothing
 * else.
 */
const ownName = /^\w*([a-z][A-Z]|[A-Z]{2})\w*$/;

/**
 * Where nobody refused or decided, those that a tour names count as acting: the reader looks for
 * them.
 */
export function actingByCaption(rows: readonly AskedRow[], caption: string): readonly AskedRow[] {
  if (caption === '' || rows.some(({ acts }) => acts)) return rows;
  const words = new Set(caption.match(/\w+/g));
  return rows.map((row) =>
    ownName.test(row.name) && words.has(row.name) ? { ...row, acts: true } : row,
  );
}

/** Those that did nothing are grey, with their names. */
export function Asked({ rows }: { readonly rows: readonly AskedRow[] }): ReactNode {
  const cursor = usePlayer((state) => state.cursor);
  const caption = useTour(({ captionAt }) => captionAt(cursor));
  return (
    <ol className="asked">
      {inRuns(actingByCaption(rows, caption)).map(([row, ...more]) =>
        row === undefined ? null : more.length === 0 ? (
          <One key={row.name} row={row} />
        ) : (
          <Silent key={row.name} rows={[row, ...more]} />
        ),
      )}
    </ol>
  );
}

function One({ row }: { readonly row: AskedRow }): ReactNode {
  const t = useT();
  const { name, answer, detail, look = 'on', acts } = row;
  const classes = looks[look];
  return (
    <li className={classes.row} data-acts={acts || undefined}>
      <Icon name={classes.icon} />
      <span>{name}</span>
      <span className={classes.word}>{wordFor(t, 'answer', answer)}</span>
      {detail !== '' && look !== 'off' && <p className="left mono">{detail}</p>}
    </li>
  );
}

function Silent({ rows }: { readonly rows: readonly AskedRow[] }): ReactNode {
  const t = useT();
  const answers = new Set(rows.map(({ answer }) => wordFor(t, 'answer', answer)));
  const usual = mostUsual(rows);
  return (
    <li className="inert silent">
      <Icon name="dash" />
      <span>{t('answer.silent', { n: rows.length, answer: [...answers].join(' / ') })}</span>
      <p>
        {rows
          .map(({ name, answer }) =>
            answer === usual ? name : `${name} (${wordFor(t, 'answer', answer)})`,
          )
          .join(', ')}
      </p>
    </li>
  );
}

/** The most frequent answer: only a different one stands beside a name. */
function mostUsual(rows: readonly AskedRow[]): string {
  const counts = new Map<string, number>();
  for (const { answer } of rows) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0];
}
