/**
 * Packs facts that nobody looks at: in a tenth of their room, and unpacked in milliseconds.
 *
 * A part of its own, fetched when a run is long. In: a chunk of consecutive facts of JSON values.
 * Out: equal facts. A chunk needs no other one. Numbers, times and causes of facts are kept as
 * differences, and small integers in one or two bytes.
 */
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { FactPacker } from '#worker/fact-packer';
import { FactUnpacker } from '#worker/fact-unpacker';

/** A chunk of consecutive facts. */
export interface PackedChunk {
  /** The id of its first fact. */
  readonly first: FactId;
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the bytes refer to, as JSON. */
  readonly rest: string;
}

export interface ColdFacts {
  pack(facts: readonly Fact[]): PackedChunk;
  unpack(chunk: PackedChunk): readonly Fact[];
}

type Stamped = { -readonly [Stamp in 'id' | 'at' | 'cause']: number };

export const coldFacts: ColdFacts = {
  pack(facts) {
    let before = 0;
    const small = facts.map((fact) => {
      const { id, at, cause } = fact;
      // The fields keep their places.
      const stamped = { ...fact, id: 0, at: at - before, cause: id - cause };
      before = at;
      return stamped as Fact;
    });
    const packer = new FactPacker({ writesApart: false });
    const { values, texts, shapes, numbers } = packer.pack(small);
    const rest = JSON.stringify({ texts, shapes, numbers });
    return { first: facts[0]?.id ?? 0, count: facts.length, bytes: bytesOf(values), rest };
  },

  unpack({ first, bytes, rest }) {
    const listed = JSON.parse(rest) as Omit<Packed, 'values' | 'fresh'>;
    const packed = { ...listed, values: valuesOf(bytes), fresh: true };
    const facts = new FactUnpacker().unpack(packed, []);
    let [id, at] = [first, 0];
    for (const fact of facts as readonly Stamped[]) {
      at += fact.at;
      fact.id = id;
      fact.at = at;
      fact.cause = id - fact.cause;
      id++;
    }
    return facts;
  },
};

type Packed = Parameters<FactUnpacker['unpack']>[0];

/** Seven bits in a byte, the lowest first; the eighth says that more follow. */
function bytesOf(values: Int32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(5 * values.length);
  let length = 0;
  for (const value of values) {
    let left = value >>> 0;
    for (; left > 0x7f; left >>>= 7) bytes[length++] = (left & 0x7f) | 0x80;
    bytes[length++] = left;
  }
  return bytes.slice(0, length);
}

function valuesOf(bytes: Uint8Array): Int32Array<ArrayBuffer> {
  const values = new Int32Array(bytes.length);
  let count = 0;
  for (let index = 0; index < bytes.length; index++) {
    let byte = bytes[index] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[++index] as number;
      value |= (byte & 0x7f) << shift;
    }
    values[count++] = value;
  }
  return values.subarray(0, count);
}
