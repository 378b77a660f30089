/**
 * Writes a zip whose bytes follow from its files alone: sorted names, one moment for all, no owner.
 *
 * APPNOTE.TXT of PKWARE, version 2.0: no encryption, no files beyond 4 GiB.
 */
import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 1980, the first day that a zip can name. */
const day = 0x0021;
const version = 20;
/** Names are UTF-8. */
const utf8 = 0x0800;
const deflated = 8;
/** An ordinary file that all may read, as Unix says it. */
const mode = 0o100644;

/**
 * @param {ReadonlyMap<string, Buffer>} files name → content
 * @returns {Buffer}
 */
export function zip(files) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const list = [];
  let offset = 0;
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(content, { level: 9 });
    const about = description(content, packed, path);
    const local = Buffer.concat([numbers([4, 0x04034b50]), about, numbers([2, 0]), path]);
    list.push(
      numbers([4, 0x02014b50], [2, (3 << 8) | version]),
      about,
      // No extra field, no comment, disk 0, no attribute but the mode.
      numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, (mode << 16) >>> 0], [4, offset]),
      path,
    );
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const count = files.size;
  const end = numbers(
    ...[
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ],
    ...[
      [4, directory.length],
      [4, offset],
      [2, 0],
    ],
  );
  return Buffer.concat([...parts, directory, end]);
}

/**
 * What both places of a zip say of a file.
 *
 * @param {Buffer} content
 * @param {Buffer} packed
 * @param {Buffer} path
 */
function description(content, packed, path) {
  return numbers(
    ...[
      [2, version],
      [2, utf8],
      [2, deflated],
      [2, 0],
      [2, day],
      [4, crc32(content)],
    ],
    ...[
      [4, packed.length],
      [4, content.length],
      [2, path.length],
    ],
  );
}

/**
 * Little-endian numbers, each with its width in bytes.
 *
 * @param {readonly (readonly number[])[]} fields
 */
function numbers(...fields) {
  return Buffer.concat(
    fields.map(([width = 0, value = 0]) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUIntLE(value, 0, width);
      return bytes;
    }),
  );
}
