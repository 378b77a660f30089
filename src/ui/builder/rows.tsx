/** The parts of the builder's form: a field with its words, a list of rows that grows. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import { nextId } from './form.ts';

interface FieldProps {
  readonly words: string;
  readonly value: string;
  readonly hint?: string;
  readonly change: (value: string) => void;
}

export function Field({ words, value, hint, change }: FieldProps): ReactNode {
  return (
    <label>
      <span className="lbl">{words}</span>
      <input
        type="text"
        value={value}
        placeholder={hint}
        maxLength={1000}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => change(event.target.value)}
      />
    </label>
  );
}

interface ChoiceProps<T extends string> {
  readonly words: string;
  readonly value: T;
  readonly options: readonly T[];
  readonly change: (value: T) => void;
}

export function Select<T extends string>(props: ChoiceProps<T>): ReactNode {
  const { words, value, options, change } = props;
  return (
    <label>
      <span className="lbl">{words}</span>
      <select value={value} onChange={(event) => change(event.target.value as T)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly words: string;
  readonly checked: boolean;
  readonly change: (checked: boolean) => void;
}

export function Check({ words, checked, change }: CheckProps): ReactNode {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => change(event.target.checked)} />
      <span>{words}</span>
    </label>
  );
}

interface ChecksProps {
  readonly legend: string;
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

export function Checks({ legend, all, chosen, change }: ChecksProps): ReactNode {
  return (
    <fieldset className="checks">
      <legend className="lbl">{legend}</legend>
      {all.map((name) => (
        <Check
          key={name}
          words={name}
          checked={chosen.includes(name)}
          change={(on) =>
            change(all.filter((each) => (each === name ? on : chosen.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}

interface RowsProps<R extends { readonly id: number }> {
  readonly legend: string;
  readonly rows: readonly R[];
  readonly most: number;
  readonly fresh: (id: number) => R;
  readonly nameOf: (row: R) => string;
  readonly change: (rows: readonly R[]) => void;
  readonly fields: (row: R, set: (change: Partial<R>) => void) => ReactNode;
}

export function Rows<R extends { readonly id: number }>(props: RowsProps<R>): ReactNode {
  const { legend, rows, most, fresh, nameOf, change, fields } = props;
  const t = useT();
  return (
    <fieldset className="rows">
      <legend>{legend}</legend>
      {rows.map((row) => (
        <div key={row.id} className="row">
          {fields(row, (part) =>
            change(rows.map((each) => (each.id === row.id ? { ...each, ...part } : each))),
          )}
          <button
            type="button"
            className="btn ghost"
            aria-label={t('builder.remove', { name: nameOf(row) })}
            title={t('builder.remove', { name: nameOf(row) })}
            onClick={() => change(rows.filter((each) => each.id !== row.id))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="btn"
        aria-disabled={rows.length >= most}
        onClick={() => rows.length < most && change([...rows, fresh(nextId(rows))])}
      >
        {t('builder.add')}
      </button>
    </fieldset>
  );
}
