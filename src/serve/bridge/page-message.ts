/**
 * Reads what the page at the other end of the bridge says (`worker/door/bridge-protocol.ts`).
 * Whoever has the link may have written it, so what is in no known form is nothing.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { OutsideCall } from '#cluster/client/outside/outside-servers';
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { DownPiece } from '#k8s.io/client-go/rest/remote-command';
import { readPortForwardFrame } from '#trace/port-forward-frame';
import type { PageMessage } from '#worker/door/bridge-protocol';

type Fields = Readonly<Record<string, unknown>>;
type Answered = Extract<PageMessage, { readonly type: 'answered' }>;

/** `undefined`: it is in no known form. */
export function readPageMessage(text: string): PageMessage | undefined {
  const value = parsed(text);
  if (value === undefined) return undefined;
  const { type, at, call, to, listens } = value;
  if (type === 'world') {
    return isCount(at) && typeof listens === 'boolean' ? { type, at, listens } : undefined;
  }
  if (type === 'dropped') return isCount(call) ? { type, call } : undefined;
  if (type === 'called') return isCount(call) && isCall(to) ? { type, call, to } : undefined;
  return isCount(value['request']) ? readOfRequest(value, value['request']) : undefined;
}

function readOfRequest(value: Fields, request: number): PageMessage | undefined {
  const { type, piece, message, streams } = value;
  switch (type) {
    case 'answered': {
      const response = readResponse(value['response']);
      const isWhole = response !== undefined && typeof streams === 'boolean';
      return isWhole ? { type, request, response, streams } : undefined;
    }
    case 'received':
      return isText(piece) || isWatchEvent(piece) ? { type, request, piece } : undefined;
    case 'streamed':
      return isDownPiece(piece) ? { type, request, piece } : undefined;
    case 'forwarded': {
      const frame = readPortForwardFrame(value['frame']);
      return frame && { type, request, frame };
    }
    case 'ended':
      return { type, request };
    case 'failed':
      return isText(message) ? { type, request, message } : undefined;
    default:
      return undefined;
  }
}

/** The answer to an upgraded connection: exec, attach, port-forward. */
const switching = 101;

function readResponse(value: unknown): Answered['response'] | undefined {
  if (!isFields(value)) return undefined;
  const { code, headers, body } = value;
  if (!isCount(code) || (code !== switching && (code < 200 || code > 599))) return undefined;
  if (!isTexts(headers) || !areHeaders(headers)) return undefined;
  return { code, headers, ...(body !== undefined && { body }) };
}

/** Node throws where it writes others. */
function areHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const isCall = (value: unknown): value is OutsideCall =>
  isFields(value) &&
  [value['host'], value['serverName'], value['caBundle'], value['url']].every(isText) &&
  methods.includes(value['method']) &&
  isTexts(value['headers']) &&
  areHeaders(value['headers']);

const isWatchEvent = (value: unknown): value is WatchEvent =>
  isFields(value) && isText(value['type']) && isFields(value['object']);

function isDownPiece(value: unknown): value is DownPiece {
  if (!isFields(value)) return false;
  const { channel, text, exitCode, message } = value;
  if (channel === 'stdout' || channel === 'stderr') return isText(text);
  return channel === 'error' && isCount(exitCode) && (message === undefined || isText(message));
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isFields(value) && Object.values(value).every(isText);

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
