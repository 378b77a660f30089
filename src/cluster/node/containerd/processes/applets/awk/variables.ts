/**
 * The variables of an awk program: global ones, parameters of the function that runs, arrays, and
 * those with a meaning of their own.
 */

import { textOf } from './format.ts';
import type { AwkRecord } from './record.ts';
import { numberOf, type Value } from './values.ts';

export type Elements = Map<string, Value>;

export interface Cell {
  value: Value;
  elements: Elements | undefined;
  /** The name that a caller passed: an array of the function is one of the caller too. */
  readonly from: Cell | undefined;
}

export const newCell = (value?: Value, from?: Cell): Cell => ({ value, elements: undefined, from });

export type Locals = ReadonlyMap<string, Cell>;

const initial: Readonly<Record<string, Value>> = {
  ...{ CONVFMT: '%.6g', OFMT: '%.6g', FS: ' ', OFS: ' ', ORS: '\n', RS: '\n', SUBSEP: '\x1c' },
  ...{ NR: 0, FNR: 0, RSTART: 0, RLENGTH: -1 },
};

export class Variables {
  readonly record: AwkRecord;
  /** The parameters of the function that runs. */
  locals: Locals = new Map();
  readonly #globals = new Map<string, Cell>();

  constructor(record: AwkRecord) {
    this.record = record;
    for (const [name, value] of Object.entries(initial)) this.#globals.set(name, newCell(value));
  }

  cell(name: string): Cell {
    let cell = this.locals.get(name) ?? this.#globals.get(name);
    if (cell === undefined) {
      cell = newCell();
      this.#globals.set(name, cell);
    }
    return cell;
  }

  get(name: string): Value {
    if (name === 'NF' && !this.locals.has(name)) return this.record.fields.length;
    return this.cell(name).value;
  }

  set(name: string, value: Value): void {
    if (!this.locals.has(name)) {
      if (name === 'NF') this.record.resize(numberOf(value));
      // The record is still parted by the FS that it was read with.
      if (name === 'FS') this.record.part();
    }
    this.cell(name).value = value;
  }

  /** As a text; CONVFMT itself is read without one. */
  text(name: string): string {
    return textOf(this.get(name), '%.6g');
  }

  isArray(name: string): boolean {
    return this.#root(name).elements !== undefined;
  }

  array(name: string): Elements {
    const root = this.#root(name);
    root.elements ??= new Map();
    return root.elements;
  }

  #root(name: string): Cell {
    let cell = this.cell(name);
    while (cell.from !== undefined) cell = cell.from;
    return cell;
  }
}
