/**
 * The tables of a Postgres server and the statements that a first look takes: `select` of values
 * and of tables, `create table`, `insert`, `delete`, `drop table`.
 *
 * In: one statement. Out: rows, a command tag, or an error with the server's own message.
 */
import { argumentsOf, evaluate, type Value } from '../expression.ts';
import { readLine } from './read-line.ts';

export type Cell = string | number | null;

export type Result =
  | {
      readonly kind: 'rows';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'error'; readonly message: string; readonly at?: string };

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isNamedTable(entry: unknown): entry is [string, Table] {
  if (!isList(entry) || typeof entry[0] !== 'string') return false;
  const { columns, rows } = Object(entry[1]) as Record<string, unknown>;
  return isList(columns) && isList(rows) && rows.every(isList);
}

const error = (message: string, at?: string): Result =>
  at === undefined ? { kind: 'error', message } : { kind: 'error', message, at };
const tagged = (tag: string): Result => ({ kind: 'tag', tag });
const notSimulated = (what: string): Result => error(`podyssey: postgres is simulated: ${what}`);
const noTable = (name: string): Result => error(`relation "${name}" does not exist`, name);

const fromTable = '(?:\\s+from\\s+(\\w+)(?:\\s+where\\s+(.+?))?';
const ordered = '(?:\\s+order\\s+by\\s+(\\w+)(\\s+desc)?)?(?:\\s+limit\\s+(\\d+))?)?';
const selectForm = new RegExp(`^select\\s+(.+?)${fromTable}${ordered}$`, 'is');

/** Characters of a statement. */
const longest = 2_000;

export interface Session {
  readonly user: string;
  readonly database: string;
}

export class Tables {
  readonly #version: string;
  readonly #tables = new Map<string, Table>();

  constructor(version: string) {
    this.#version = version;
  }

  /** All of it as a text, for a file. */
  dump(): string {
    return JSON.stringify([...this.#tables]);
  }

  /** Takes up what `dump` wrote; `false`: somebody else has written there. */
  load(dump: string): boolean {
    const tables = readLine(dump);
    if (!Array.isArray(tables) || !tables.every(isNamedTable)) return false;
    for (const [name, table] of tables) this.#tables.set(name, table);
    return true;
  }

  run(statement: string, session: Session): Result {
    const text = statement.trim();
    if (text.length > longest)
      return notSimulated(`no statement of more than ${longest} characters`);
    const word = /^\w+/.exec(text)?.[0] ?? '';
    switch (word.toLowerCase()) {
      case 'select':
        return this.#select(text, session);
      case 'create':
        return this.#create(text);
      case 'insert':
        return this.#insert(text);
      case 'delete':
        return this.#delete(text);
      case 'drop':
        return this.#drop(text);
      case 'update':
      case 'alter':
      case 'begin':
      case 'commit':
      case 'with':
        return notSimulated(`the command ${word} is not`);
      default:
        return error(`syntax error at or near "${word}"`, word);
    }
  }

  #select(text: string, session: Session): Result {
    const [, list = '', name, where, order, descending, limit] = selectForm.exec(text) ?? [];
    const asked = argumentsOf(list);
    if (name === undefined) return this.#values(asked, session);
    const table = this.#tables.get(name.toLowerCase());
    if (table === undefined) return noTable(name);
    const rows = this.#matching(table, where);
    if (rows === undefined) return notSimulated(`no condition like ${where}`);
    if (/^count\(\s*\*\s*\)$/i.test(list))
      return { kind: 'rows', columns: ['count'], rows: [[rows.length]] };
    const columns = list === '*' ? table.columns : asked.map((column) => column.toLowerCase());
    const missing = [...columns, ...(order === undefined ? [] : [order.toLowerCase()])].find(
      (column) => !table.columns.includes(column),
    );
    if (missing !== undefined) return error(`column "${missing}" does not exist`, missing);
    const sorted =
      order === undefined ? rows : [...rows].sort(by(table.columns.indexOf(order.toLowerCase())));
    const inOrder = descending === undefined ? sorted : [...sorted].reverse();
    const shown = limit === undefined ? inOrder : inOrder.slice(0, Number(limit));
    const places = columns.map((column) => table.columns.indexOf(column));
    return {
      kind: 'rows',
      columns,
      rows: shown.map((row) => places.map((place) => row[place] ?? null)),
    };
  }

  /** `select 1 + 1 as two, 'x'`. */
  #values(asked: readonly string[], session: Session): Result {
    const columns: string[] = [];
    const row: Cell[] = [];
    for (const item of asked) {
      const [, text = '', alias] = /^(.+?)(?:\s+as\s+"?(\w+)"?)?$/is.exec(item) ?? [];
      const known = this.#functions(session)[text.toLowerCase().replace(/\s|\(\)/g, '')];
      const value = known?.[1] ?? literal(text);
      if (value === undefined) return columnOrNot(text);
      columns.push(alias ?? known?.[0] ?? '?column?');
      row.push(value);
    }
    return { kind: 'rows', columns, rows: [row] };
  }

  #functions({ user, database }: Session): Readonly<Record<string, readonly [string, Cell]>> {
    return {
      version: ['version', fullVersion(this.#version)],
      current_user: ['current_user', user],
      current_database: ['current_database', database],
    };
  }

  #create(text: string): Result {
    const form = /^create\s+table\s+(if\s+not\s+exists\s+)?(\w+)\s*\((.*)\)$/is;
    const [, lenient, name, body = ''] = form.exec(text) ?? [];
    if (name === undefined) return notSimulated('of create only create table is');
    const key = name.toLowerCase();
    if (this.#tables.has(key)) {
      return lenient === undefined
        ? error(`relation "${key}" already exists`)
        : tagged('CREATE TABLE');
    }
    const columns = argumentsOf(body).map((column) => (column.split(/\s+/)[0] ?? '').toLowerCase());
    this.#tables.set(key, { columns, rows: [] });
    return tagged('CREATE TABLE');
  }

  #insert(text: string): Result {
    const form = /^insert\s+into\s+(\w+)\s*(?:\(([^)]*)\)\s*)?values\s*(.+)$/is;
    const [, name, list, values = ''] = form.exec(text) ?? [];
    if (name === undefined) return notSimulated('of insert only insert into … values is');
    const table = this.#tables.get(name.toLowerCase());
    if (table === undefined) return noTable(name);
    const columns =
      list === undefined ? table.columns : argumentsOf(list).map((each) => each.toLowerCase());
    const added: Cell[][] = [];
    for (const group of argumentsOf(values)) {
      const cells = argumentsOf(group.replace(/^\(|\)$/g, '')).map(literal);
      if (cells.length > columns.length)
        return error('INSERT has more expressions than target columns');
      const unknown = cells.indexOf(undefined);
      if (unknown >= 0)
        return notSimulated(`no value like ${argumentsOf(group)[unknown] ?? group}`);
      added.push(table.columns.map((column) => cells[columns.indexOf(column)] ?? null));
    }
    this.#tables.set(name.toLowerCase(), { ...table, rows: [...table.rows, ...added] });
    return tagged(`INSERT 0 ${added.length}`);
  }

  #delete(text: string): Result {
    const [, name, where] = /^delete\s+from\s+(\w+)(?:\s+where\s+(.+))?$/is.exec(text) ?? [];
    if (name === undefined) return notSimulated('of delete only delete from is');
    const table = this.#tables.get(name.toLowerCase());
    if (table === undefined) return noTable(name);
    const gone = this.#matching(table, where);
    if (gone === undefined) return notSimulated(`no condition like ${where}`);
    const rows = table.rows.filter((row) => !gone.includes(row));
    this.#tables.set(name.toLowerCase(), { ...table, rows });
    return tagged(`DELETE ${gone.length}`);
  }

  #drop(text: string): Result {
    const [, lenient, name] = /^drop\s+table\s+(if\s+exists\s+)?(\w+)$/is.exec(text) ?? [];
    if (name === undefined) return notSimulated('of drop only drop table is');
    if (this.#tables.delete(name.toLowerCase()) || lenient !== undefined)
      return tagged('DROP TABLE');
    return error(`table "${name}" does not exist`);
  }

  /** The rows of `column = value`; all without a condition. */
  #matching(table: Table, where: string | undefined): readonly (readonly Cell[])[] | undefined {
    if (where === undefined) return table.rows;
    const [, column = '', text = ''] = /^(\w+)\s*=\s*(.+)$/s.exec(where) ?? [];
    const place = table.columns.indexOf(column.toLowerCase());
    const value = literal(text);
    if (place < 0 || value === undefined) return undefined;
    return table.rows.filter((row) => row[place] === value);
  }
}

/** As `select version()` says it. */
export const fullVersion = (version: string): string =>
  `PostgreSQL ${version} (Debian ${version}-1.pgdg13+2) on x86_64-pc-linux-gnu, ` +
  'compiled by gcc (Debian 14.2.0-19) 14.2.0, 64-bit';

function literal(text: string): Cell | undefined {
  if (/^null$/i.test(text.trim())) return null;
  // A text in double quotes is a name.
  if (text.includes('"')) return undefined;
  return evaluate(text, { names: booleans, joins: 'none', wholeDivision: true });
}

const booleans = (name: string): Value | undefined =>
  ({ true: 't', false: 'f' })[name.toLowerCase()];

const columnOrNot = (text: string): Result =>
  /^\w+$/.test(text)
    ? error(`column "${text}" does not exist`, text)
    : notSimulated(`no expression like ${text}`);

const by =
  (place: number) =>
  (a: readonly Cell[], b: readonly Cell[]): number => {
    const [left, right] = [a[place] ?? '', b[place] ?? ''];
    return left < right ? -1 : Number(left > right);
  };
