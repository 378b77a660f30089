/**
 * Header blocks of SPDY/3: names and values, compressed in one stream of zlib for all blocks of a
 * direction, with a dictionary that both sides know.
 *
 * Models the draft of SPDY/3.1, section 2.6.10. What is written is not compressed: stored blocks of
 * zlib need no dictionary, and replies have no headers.
 */
import { constants, createInflate, type Inflate } from 'node:zlib';
import type { StreamHeaders } from './streams.ts';

/** Words of the dictionary that stand there with their length. */
const words =
  'options head post put delete trace accept accept-charset accept-encoding accept-language ' +
  'accept-ranges age allow authorization cache-control connection content-base content-encoding ' +
  'content-language content-length content-location content-md5 content-range content-type date ' +
  'etag expect expires from host if-match if-modified-since if-none-match if-range ' +
  'if-unmodified-since last-modified location max-forwards pragma proxy-authenticate ' +
  'proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade ' +
  'user-agent vary via warning www-authenticate method get status 200_OK version HTTP/1.1 url ' +
  'public set-cookie keep-alive origin';
const text =
  '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505' +
  '203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request' +
  '401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented' +
  '503 Service UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 ' +
  'Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,' +
  'application/xml,application/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=' +
  'gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.';

const dictionary = Buffer.concat([
  ...words.split(' ').flatMap((word) => [uint32(word.length), Buffer.from(word.replace('_', ' '))]),
  Buffer.from(text),
]);

/** What the headers of one block may take. */
const mostBytes = 64 * 1024;

/** Reads the header blocks of one direction, in their order. */
export class HeaderReader {
  readonly #inflate: Inflate = createInflate({
    dictionary,
    flush: constants.Z_SYNC_FLUSH,
  });

  constructor() {
    // One that comes while nobody reads says nothing.
    this.#inflate.on('error', () => undefined);
  }

  /** Rejects a block that is none. */
  async read(block: Uint8Array): Promise<StreamHeaders> {
    await new Promise<void>((resolve, reject) => {
      const failed = (error: Error): void => reject(error);
      this.#inflate.once('error', failed);
      this.#inflate.write(block, (error) => {
        this.#inflate.off('error', failed);
        if (error) reject(error);
        else resolve();
      });
    });
    const bytes: Buffer = this.#inflate.read() ?? Buffer.alloc(0);
    if (bytes.length > mostBytes) throw new RangeError('a block of headers is too large');
    const headers = new Map<string, string>();
    let at = 4;
    const next = (): string => {
      const end = at + 4 + bytes.readUInt32BE(at);
      if (end > bytes.length) throw new RangeError('a block of headers is cut off');
      const value = bytes.toString('latin1', at + 4, end);
      at = end;
      return value;
    };
    for (let left = bytes.readUInt32BE(0); left > 0; left--) headers.set(next(), next());
    return headers;
  }

  close(): void {
    this.#inflate.close();
  }
}

/**
 * The block of no headers; the first of a direction begins its stream of zlib. It ends with an
 * empty block, as a flush does: Go hands out what it has read only then.
 */
export function emptyBlock(isFirst: boolean): Buffer {
  const stored = Buffer.of(0, 4, 0, 0xfb, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);
  return isFirst ? Buffer.concat([Buffer.of(0x78, 0x01), stored]) : stored;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
