/**
 * RESP, the protocol of Redis: requests as arrays of strings, and replies.
 * Source: Redis serialization protocol specification, version 2.
 */

export type Reply =
  | { readonly kind: 'status' | 'error' | 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'list'; readonly items: readonly Reply[] };

export const status = (text: string): Reply => ({ kind: 'status', text });
export const failure = (text: string): Reply => ({ kind: 'error', text });
export const text = (value: string): Reply => ({ kind: 'text', text: value });
export const number = (value: number): Reply => ({ kind: 'number', value });
export const list = (items: readonly Reply[]): Reply => ({ kind: 'list', items });
export const nothing: Reply = { kind: 'nothing' };

const end = '\r\n';

const bulk = (value: string): string => `$${value.length}${end}${value}${end}`;

export const encodeRequest = (words: readonly string[]): string =>
  `*${words.length}${end}${words.map(bulk).join('')}`;

export function encodeReply(reply: Reply): string {
  switch (reply.kind) {
    case 'status':
      return `+${reply.text}${end}`;
    case 'error':
      return `-${reply.text}${end}`;
    case 'text':
      return bulk(reply.text);
    case 'number':
      return `:${reply.value}${end}`;
    case 'nothing':
      return `$-1${end}`;
    case 'list':
      return `*${reply.items.length}${end}${reply.items.map(encodeReply).join('')}`;
  }
}

interface Parsed {
  readonly reply: Reply;
  /** Where the rest begins. */
  readonly next: number;
}

/** The reply at the beginning of a stream, or undefined when it is not whole yet. */
export function parseReply(stream: string, from = 0): Parsed | undefined {
  const at = stream.indexOf(end, from);
  if (at < 0) return undefined;
  const line = stream.slice(from + 1, at);
  const next = at + end.length;
  switch (stream[from]) {
    case '+':
      return { reply: status(line), next };
    case '-':
      return { reply: failure(line), next };
    case ':':
      return { reply: number(Number(line)), next };
    case '$':
      return parseBulk(stream, next, Number(line));
    case '*':
      return parseList(stream, next, Number(line));
    default:
      return { reply: failure(`Protocol error: ${line}`), next };
  }
}

function parseBulk(stream: string, from: number, length: number): Parsed | undefined {
  if (length < 0) return { reply: nothing, next: from };
  const next = from + length + end.length;
  if (stream.length < next) return undefined;
  return { reply: text(stream.slice(from, from + length)), next };
}

function parseList(stream: string, from: number, count: number): Parsed | undefined {
  const items: Reply[] = [];
  let next = from;
  for (let n = 0; n < count; n++) {
    const parsed = parseReply(stream, next);
    if (parsed === undefined) return undefined;
    items.push(parsed.reply);
    next = parsed.next;
  }
  return { reply: list(items), next };
}

/** The words of the request at the beginning of a stream; undefined: it is not whole yet. */
export function parseRequest(
  stream: string,
): { readonly words: readonly string[]; readonly next: number } | undefined {
  if (!stream.startsWith('*')) {
    // An inline command, as a person types it.
    const at = stream.indexOf('\n');
    if (at < 0) return undefined;
    return { words: stream.slice(0, at).trim().split(/\s+/).filter(Boolean), next: at + 1 };
  }
  const parsed = parseReply(stream);
  if (parsed === undefined) return undefined;
  const { reply, next } = parsed;
  const items = reply.kind === 'list' ? reply.items : [];
  return { words: items.map((item) => (item.kind === 'text' ? item.text : '')), next };
}
