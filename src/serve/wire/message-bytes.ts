/** The bytes of one message of a WebSocket, in whatever form the library hands them out. */
import type { RawData } from 'ws';

export function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
