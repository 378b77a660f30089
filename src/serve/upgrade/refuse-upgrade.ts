/** Answers in HTTP on a connection that is not upgraded, and ends it. */
import type { Duplex } from 'node:stream';

export function refuseUpgrade(
  socket: Duplex,
  code: number,
  body: Uint8Array | string,
  contentType = 'text/plain; charset=utf-8',
): void {
  const bytes = Buffer.from(body);
  const head = [
    `HTTP/1.1 ${code} Refused`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${bytes.length}`,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
}
