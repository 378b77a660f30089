/** The record that awk is at: `$0`, its fields and their number. Each follows from the others. */
import { outOfMemory } from './syntax.ts';
import { inputValue, type Value } from './values.ts';

/** The most fields of a record. */
const most = 100_000;

export class AwkRecord {
  readonly #split: (text: string) => readonly string[];
  readonly #join: (fields: readonly Value[]) => string;
  #text = '';
  /** Absent: it was not parted yet. */
  #fields: Value[] | undefined;

  constructor(
    split: (text: string) => readonly string[],
    join: (fields: readonly Value[]) => string,
  ) {
    this.#split = split;
    this.#join = join;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#fields = undefined;
  }

  get fields(): readonly Value[] {
    return this.part();
  }

  /** Parts it by the FS of this moment, unless it was parted before. */
  part(): Value[] {
    this.#fields ??= this.#split(this.#text).map(inputValue);
    return this.#fields;
  }

  /** `$index`; a field that is not there is an empty text. */
  get(index: number): Value {
    return index === 0 ? inputValue(this.#text) : (this.part()[index - 1] ?? '');
  }

  set(index: number, value: Value): void {
    const fields = this.part();
    if (index > most) throw outOfMemory();
    while (fields.length < index) fields.push(undefined);
    fields[index - 1] = value;
    this.#text = this.#join(fields);
  }

  /** What an assignment to NF does. */
  resize(count: number): void {
    const fields = this.part();
    if (count > most) throw outOfMemory();
    while (fields.length < count) fields.push(undefined);
    fields.length = Math.max(Math.trunc(count) || 0, 0);
    this.#text = this.#join(fields);
  }
}
