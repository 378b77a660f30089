/** A list of askings in their order: who was asked, and what each said. */
import './asked.css';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import type { FactOf } from '#trace/trace-event';
import { Icon, type IconName } from '../icons.tsx';

export interface AskedRow {
  readonly name: string;
  readonly answer: string;
  readonly icon: IconName;
  readonly detail: string;
  /** Whether this one refused, changed or decided: it is scrolled into view. */
  readonly acts: boolean;
}

/** Someone who looked and had nothing to say against it. */
export const passed = (name: string): AskedRow => ({
  name,
  answer: '',
  icon: 'check',
  detail: '',
  acts: false,
});

type Authenticator = FactOf<'Authenticated'>['tried'][number];

export function authenticatorRow({ authenticator, outcome, detail }: Authenticator): AskedRow {
  const icon = { authenticated: 'check', error: 'denied', 'no opinion': 'dash' } as const;
  const acts = outcome !== 'no opinion';
  return { name: authenticator, answer: outcome, icon: icon[outcome], detail, acts };
}

export function authorizerRow(tried: FactOf<'Authorized'>['tried'][number]): AskedRow {
  const { authorizer, decision, reason } = tried;
  const icon = { allow: 'check', deny: 'denied', 'no opinion': 'dash' } as const;
  const acts = decision !== 'no opinion';
  return { name: authorizer, answer: decision, icon: icon[decision], detail: reason, acts };
}

export function pluginRow(asked: FactOf<'Mutated'>['plugins'][number]): AskedRow {
  const { plugin, outcome, detail } = asked;
  const icon = {
    changed: 'check',
    passed: 'check',
    inert: 'dash',
    off: 'dash',
    denied: 'denied',
  } as const;
  // Who refused is looked for; of many changes the story begins at its first sentence.
  const acts = outcome === 'denied';
  return { name: plugin, answer: outcome, icon: icon[outcome], detail, acts };
}

export function pointRow(asked: FactOf<'PreFiltered'>['plugins'][number]): AskedRow {
  const { plugin, outcome, reason } = asked;
  const icon = outcome === 'success' ? 'check' : outcome === 'skip' ? 'dash' : 'denied';
  return { name: plugin, answer: outcome, icon, detail: reason, acts: icon === 'denied' };
}

/** So many in a row that did nothing stand in one paragraph, each with its name. */
const many = 3;

/**
 * The rows in runs: neighbours that did nothing are together, if they are many, so that those that
 * acted are not lost among them. The order is that of the askings.
 */
export function inRuns(rows: readonly AskedRow[]): readonly (readonly AskedRow[])[] {
  const runs: AskedRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (row.icon === 'dash' && run?.[0]?.icon === 'dash') run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => (run.length < many ? run.map((row) => [row]) : [run]));
}

const rowClasses: Partial<Record<IconName, string>> = { dash: 'inert', denied: 'refused' };

/** Those that did nothing are grey, with their names. */
export function Asked({ rows }: { readonly rows: readonly AskedRow[] }): ReactNode {
  return (
    <ol className="asked">
      {inRuns(rows).map(([row, ...more]) =>
        row === undefined ? null : more.length === 0 ? (
          <One key={row.name} row={row} />
        ) : (
          <Silent key={row.name} rows={[row, ...more]} />
        ),
      )}
    </ol>
  );
}

function One({ row: { name, answer, icon, detail, acts } }: { readonly row: AskedRow }): ReactNode {
  const t = useT();
  return (
    <li className={rowClasses[icon] ?? ''} data-acts={acts || undefined}>
      <Icon name={icon} />
      <span>{name}</span>
      <span className={icon === 'denied' ? 'fail' : icon === 'check' ? 'ok' : ''}>
        {wordFor(t, 'answer', answer)}
      </span>
      {detail !== '' && icon !== 'dash' && <p className="left mono">{detail}</p>}
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

/** The answer that most of them gave: only another one stands beside a name. */
function mostUsual(rows: readonly AskedRow[]): string {
  const counts = new Map<string, number>();
  for (const { answer } of rows) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0];
}
