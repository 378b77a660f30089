/** The page's end of `packed-facts.ts`, for one run. In: its batches in order. Out: their facts. */
import type { Fact } from '#trace/facts';
import {
  bits,
  constants,
  type JsonObject,
  kinds,
  type PackedFacts,
  type Write,
} from './packed-facts.ts';

const kindOf = (value: number): number => value & ((1 << bits) - 1);

export class FactUnpacker {
  #texts: string[] = [];
  #shapes: (readonly string[])[] = [];
  /** For each shape an object with its fields: copied, it takes a fifth less than one that grew. */
  #empty: JsonObject[] = [];
  #objects: object[] = [];
  #numbers: readonly number[] = [];
  #values = new Int32Array(0);
  #next = 0;

  /** The facts of the next batch of the run. */
  unpack(
    { fresh, texts, shapes, numbers, values }: PackedFacts,
    writes: readonly Write[],
  ): readonly Fact[] {
    // New lists: those that were cleared would keep their room.
    if (fresh) [this.#texts, this.#shapes, this.#empty, this.#objects] = [[], [], [], []];
    for (const text of texts) this.#texts.push(text);
    for (const shape of shapes) {
      this.#shapes.push(shape);
      this.#empty.push(Object.fromEntries(shape.map((name) => [name, undefined])));
    }
    [this.#numbers, this.#values, this.#next] = [numbers, values, 0];
    const facts: Fact[] = [];
    while (this.#next < values.length) {
      const value = values[this.#next++] ?? 0;
      const write = kindOf(value) === kinds.write ? writes[value >> bits] : undefined;
      facts.push(write ?? (this.#readFields(value >> bits) as unknown as Fact));
    }
    return facts;
  }

  #read(): unknown {
    const value = this.#values[this.#next++] ?? 0;
    const payload = value >> bits;
    switch (kindOf(value)) {
      case kinds.text:
        return this.#texts[payload];
      case kinds.integer:
        return payload;
      case kinds.known:
        return this.#objects[payload];
      case kinds.object:
        return this.#readFields(payload, this.#objects.push({}) - 1);
      case kinds.array:
        return this.#readArray(payload);
      case kinds.number:
        return this.#numbers[payload];
      default:
        return constants[payload];
    }
  }

  #readFields(shape: number, place?: number): JsonObject {
    const object: JsonObject = { ...this.#empty[shape] };
    if (place !== undefined) this.#objects[place] = object;
    for (const name of this.#shapes[shape] ?? []) object[name] = this.#read();
    return object;
  }

  #readArray(length: number): unknown[] {
    const array: unknown[] = [];
    this.#objects.push(array);
    for (let index = 0; index < length; index++) array.push(this.#read());
    return array;
  }
}
