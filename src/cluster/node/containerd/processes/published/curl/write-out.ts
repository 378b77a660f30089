/** `-w FORMAT`: what is told of a transfer after it. Source: src/tool_writeout.c. */
import { readMessage } from '#cluster/node/os/http-message';
import type { SocketAddress } from '#cluster/node/os/sockets';

/** A transfer that is over; times in microseconds since it began, sizes in bytes. */
export interface Transfer {
  readonly address: string;
  /** The answer. */
  readonly text: string;
  readonly method: string;
  readonly local: SocketAddress;
  readonly remote: SocketAddress;
  readonly redirects: number;
  readonly sent: number;
  readonly received: number;
  readonly connected: number;
  readonly time: number;
}

const microsecondsPerSecond = 1_000_000;
const inSeconds = (time = 0): string => (time / microsecondsPerSecond).toFixed(6);

type Variable = (transfer: Partial<Transfer>, code: number) => string;

const status: Variable = ({ text }) =>
  text === undefined ? '000' : (readMessage(text).start.split(' ')[1] ?? '000');

const variables: Readonly<Record<string, Variable>> = {
  http_code: status,
  response_code: status,
  http_version: ({ text }) => (text === undefined ? '0' : '1.1'),
  content_type: ({ text }) =>
    text === undefined ? '' : (readMessage(text).headers.get('content-type') ?? ''),
  method: ({ method = 'GET' }) => method,
  url: ({ address = '' }) => address,
  url_effective: ({ address = '' }) => address,
  num_redirects: ({ redirects = 0 }) => String(redirects),
  size_download: ({ received = 0 }) => String(received),
  size_upload: ({ sent = 0 }) => String(sent),
  remote_ip: ({ remote }) => remote?.ip ?? '',
  remote_port: ({ remote }) => String(remote?.port ?? 0),
  local_ip: ({ local }) => local?.ip ?? '',
  local_port: ({ local }) => String(local?.port ?? 0),
  time_connect: ({ connected }) => inSeconds(connected),
  time_total: ({ time }) => inSeconds(time),
  exitcode: (_, code) => String(code),
  scheme: ({ address = '' }) => (/^https:/i.test(address) ? 'https' : 'http'),
};

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text, and the names of variables that are unknown here. */
export function writtenOut(
  format: string,
  transfer: Partial<Transfer>,
  code: number,
): { readonly text: string; readonly unknown: readonly string[] } {
  const unknown: string[] = [];
  const text = format.replace(/%%|%\{(\w+)\}|\\([nrt])/g, (all, name?: string, letter?: string) => {
    if (letter !== undefined) return escapes[letter] ?? all;
    if (name === undefined) return '%';
    const variable = variables[name];
    if (variable === undefined) unknown.push(name);
    return variable?.(transfer, code) ?? '';
  });
  return { text, unknown };
}
