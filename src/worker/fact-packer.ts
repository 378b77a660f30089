/**
 * The worker's end of `packed-facts.ts`, for one run.
 *
 * In: facts, in the order of the run; nothing in them may change later. Out: what the page lacks to
 * have them.
 */
import type { Fact } from '#trace/facts';
import {
  bits,
  constants,
  type JsonObject,
  type Kind,
  kinds,
  type PackedFacts,
  type Write,
} from './packed-facts.ts';

/** Facts after which it begins again: what is remembered for them takes 4 MB at each end. */
const mostRemembered = 65_536;

const mostInteger = 2 ** (31 - bits) - 1;

/** The field names of an object so far; the names of a kind of object are one way down the tree. */
class Shape {
  id = -1;
  readonly #next = new Map<string, Shape>();
  /** Mostly the same name follows as the last time, and no map is asked. */
  #lastName: string | undefined;
  #last: Shape = this;

  after(name: string): Shape {
    if (name === this.#lastName) return this.#last;
    const next = this.#next.get(name) ?? new Shape();
    this.#next.set(name, next);
    this.#lastName = name;
    this.#last = next;
    return next;
  }
}

export class FactPacker {
  #texts = new Map<string, number>();
  #shapes = new Shape();
  #objects = new Map<object, number>();
  readonly #most: number;
  readonly #writesApart: boolean;
  /** Facts since it began, or began again. */
  #facts = 0;
  #shapeCount = 0;
  #newTexts: string[] = [];
  #newShapes: string[][] = [];
  #numbers: number[] = [];
  #values = new Int32Array(4096);
  #length = 0;

  /** `most`: the facts after which it begins again; `writesApart`: writes are not packed. */
  constructor({ most = mostRemembered, writesApart = true } = {}) {
    this.#most = most;
    this.#writesApart = writesApart;
  }

  pack(facts: readonly Fact[]): PackedFacts & { readonly writes: readonly Write[] } {
    if (this.#facts >= this.#most) this.#beginAgain();
    const fresh = this.#facts === 0;
    this.#facts += facts.length;
    const writes: Write[] = [];
    for (const fact of facts) {
      if (this.#writesApart && fact.type === 'TxnCommitted')
        this.#write(kinds.write, writes.push(fact) - 1);
      else this.#putFields(fact as unknown as JsonObject);
    }
    const [texts, shapes, numbers] = [this.#newTexts, this.#newShapes, this.#numbers];
    const values = this.#values.slice(0, this.#length);
    [this.#newTexts, this.#newShapes, this.#numbers, this.#length] = [[], [], [], 0];
    return { writes, fresh, texts, shapes, numbers, values };
  }

  #beginAgain(): void {
    this.#texts = new Map();
    this.#shapes = new Shape();
    this.#objects = new Map();
    this.#shapeCount = 0;
    this.#facts = 0;
  }

  #write(kind: Kind, payload: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = (payload << bits) | kind;
  }

  #put(value: unknown): void {
    if (typeof value === 'string') this.#write(kinds.text, this.#idOfText(value));
    else if (typeof value === 'number') this.#putNumber(value);
    else if (typeof value === 'object' && value !== null) this.#putObject(value);
    else this.#write(kinds.constant, constants.indexOf(value));
  }

  #putNumber(value: number): void {
    const isSmall = Number.isInteger(value) && Math.abs(value) <= mostInteger;
    if (isSmall && !Object.is(value, -0)) this.#write(kinds.integer, value);
    else this.#write(kinds.number, this.#numbers.push(value) - 1);
  }

  #putObject(value: object): void {
    const known = this.#objects.get(value);
    if (known !== undefined) {
      this.#write(kinds.known, known);
      return;
    }
    this.#objects.set(value, this.#objects.size);
    if (Array.isArray(value)) {
      this.#write(kinds.array, value.length);
      for (const item of value) this.#put(item);
    } else this.#putFields(value as JsonObject);
  }

  #putFields(value: JsonObject): void {
    const start = this.#length;
    this.#write(kinds.object, 0);
    let shape = this.#shapes;
    for (const name in value) {
      shape = shape.after(name);
      this.#put(value[name]);
    }
    if (shape.id < 0) {
      shape.id = this.#shapeCount++;
      this.#newShapes.push(Object.keys(value));
    }
    this.#values[start] = (shape.id << bits) | kinds.object;
  }

  #idOfText(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.size;
    this.#texts.set(text, id);
    this.#newTexts.push(text);
    return id;
  }
}
