/**
 * What clients outside the simulation do, as a value that timed inputs and facts carry: they send
 * requests, and close connections before the answer has ended.
 */

import { type OidcIssuer, readOidcIssuer } from './oidc-issuer.ts';
import {
  type PortForwardFrame,
  portForwardWords,
  readPortForwardFrame,
} from './port-forward-frame.ts';

/** The names in a client certificate that the TLS handshake verified, and the authority's name. */
interface VerifiedCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly issuer: string;
}

/** A request as it left its connection: decoded, but not judged. */
export interface OutsideRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Path and query, percent-encoded. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as a JSON value, whatever its encoding was. */
  readonly body?: unknown;
  /** What the body named twice, in the words of a strict decoder; absent: nothing. */
  readonly duplicates?: readonly string[];
  readonly certificate?: VerifiedCertificate;
  /** Exec or attach: pieces follow in both directions, once the server agrees. */
  readonly upgrade?: true;
}

/** What a client sends through an upgraded connection. */
export type OutsidePiece =
  | { readonly channel: 'stdin'; readonly text: string }
  | { readonly channel: 'close' }
  | { readonly channel: 'resize'; readonly columns: number; readonly rows: number };

/** What clients of the cluster do. */
export type ClientAction =
  /** `request` numbers the requests from outside; the other actions refer to it. */
  | { readonly kind: 'request'; readonly request: number; readonly http: OutsideRequest }
  | { readonly kind: 'piece'; readonly request: number; readonly piece: OutsidePiece }
  /** What the client sends after its request was answered with a port-forward. */
  | { readonly kind: 'frame'; readonly request: number; readonly frame: PortForwardFrame }
  /** The client has closed the connection, or stopped this request. */
  | { readonly kind: 'hangup'; readonly request: number };

/** What servers do that the cluster calls. */
export type ServerAction =
  /** From now on the cluster reaches servers outside: each of its calls is answered by an input. */
  | { readonly kind: 'outbound' }
  /** A server outside has answered a call of the cluster; `call` numbers these. */
  | { readonly kind: 'answer'; readonly call: number; readonly answer: OutsideAnswer }
  | IdentityAction;

/** What says whose tokens the API server accepts, beside its own; the last one counts. */
export type IdentityAction =
  /** Those of an issuer outside: the flags --oidc-*. */
  | { readonly kind: 'oidc'; readonly issuer: OidcIssuer }
  /** Those that the file of the flag --authentication-config names. */
  | {
      readonly kind: 'authentication';
      /** The checked file, as JSON: `authentication-configuration.ts` reads it. */
      readonly configuration: string;
      /** The URLs of its issuers. */
      readonly issuers: readonly string[];
      /** How far the issuers' clocks are ahead of the run's calendar, in seconds. */
      readonly clockAhead: number;
      /** The file was changed while the server ran: why it is refused, or an empty text. */
      readonly reload?: string;
    };

/** What happens outside the simulation. */
export type OutsideAction = ClientAction | ServerAction;

/** Whether servers did it, or whoever started the cluster says what it may reach. */
export const isOfServers = (action: OutsideAction): action is ServerAction =>
  ['outbound', 'answer', 'oidc', 'authentication'].includes(action.kind);

/** What a server outside said, or the network's error in the words of Go's client. */
export type OutsideAnswer =
  | { readonly code: number; readonly contentType: string; readonly body: unknown }
  | { readonly error: string };

/** Reads an action out of a file that anybody may have written; `undefined`: it is none. */
export function readOutsideAction(value: unknown): OutsideAction | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, request, http, piece, frame, call } = value;
  if (kind === 'outbound') return { kind };
  if (kind === 'oidc') {
    const issuer = readOidcIssuer(value['issuer']);
    return issuer && { kind, issuer };
  }
  if (kind === 'authentication') {
    const { configuration, issuers, clockAhead } = value;
    if (typeof clockAhead !== 'number' || !Number.isSafeInteger(clockAhead)) return undefined;
    if (typeof configuration !== 'string' || !isTexts(issuers)) return undefined;
    const { reload } = value;
    return {
      ...{ kind, configuration, issuers, clockAhead },
      ...(typeof reload === 'string' && { reload }),
    };
  }
  if (kind === 'answer') {
    const answer = readAnswer(value['answer']);
    return answer && typeof call === 'number' ? { kind, call, answer } : undefined;
  }
  if (typeof request !== 'number' || !Number.isSafeInteger(request)) return undefined;
  if (kind === 'hangup') return { kind, request };
  const sent = kind === 'piece' ? readPiece(piece) : undefined;
  if (sent !== undefined) return { kind: 'piece', request, piece: sent };
  const forwarded = kind === 'frame' ? readPortForwardFrame(frame) : undefined;
  if (forwarded !== undefined) return { kind: 'frame', request, frame: forwarded };
  const read = kind === 'request' ? readRequest(http) : undefined;
  return read && { kind: 'request', request, http: read };
}

function readAnswer(value: unknown): OutsideAnswer | undefined {
  if (!isRecord(value)) return undefined;
  const { code, contentType, body, error } = value;
  if (typeof error === 'string') return { error };
  const isAnswer = typeof code === 'number' && typeof contentType === 'string';
  return isAnswer ? { code, contentType, body } : undefined;
}

function readPiece(value: unknown): OutsidePiece | undefined {
  if (!isRecord(value)) return undefined;
  const { channel, text, columns, rows } = value;
  if (channel === 'close') return { channel };
  if (channel === 'stdin') return typeof text === 'string' ? { channel, text } : undefined;
  const isSize = channel === 'resize' && typeof columns === 'number' && typeof rows === 'number';
  return isSize ? { channel, columns, rows } : undefined;
}

const methods: readonly OutsideRequest['method'][] = [
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const),
];

function readRequest(value: unknown): OutsideRequest | undefined {
  if (!isRecord(value)) return undefined;
  const { url, headers, body } = value;
  const method = methods.find((known) => known === value['method']);
  if (method === undefined || typeof url !== 'string' || !isRecord(headers)) return undefined;
  const texts = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const certificate = readCertificate(value['certificate']);
  const { duplicates } = value;
  return {
    method,
    url,
    headers: Object.fromEntries(texts),
    ...(body !== undefined && { body }),
    ...(Array.isArray(duplicates) && { duplicates: duplicates.map(String) }),
    ...(certificate !== undefined && { certificate }),
    ...(value['upgrade'] === true && { upgrade: true }),
  };
}

function readCertificate(value: unknown): VerifiedCertificate | undefined {
  if (!isRecord(value)) return undefined;
  const { commonName, organizations: groups, issuer } = value;
  if (typeof commonName !== 'string' || typeof issuer !== 'string') return undefined;
  const organizations = Array.isArray(groups)
    ? groups.filter((each) => typeof each === 'string')
    : [];
  // The order of the fields is part of the trace.
  return { commonName, organizations, issuer };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Bearer …` is a secret: facts show that there was one, and not which. */
export function withoutSecrets(action: OutsideAction): OutsideAction {
  if (action.kind !== 'request') return action;
  const { authorization } = action.http.headers;
  if (authorization === undefined) return action;
  const headers = { ...action.http.headers, authorization: 'Bearer <masked>' };
  return { ...action, http: { ...action.http, headers } };
}

/** `kubectl/v1.36.3 (linux/amd64) …` → `kubectl`; without a User-Agent, an empty text. */
export const programOf = ({ headers }: OutsideRequest): string =>
  /^[^/\s]*/.exec(headers['user-agent'] ?? '')?.[0] ?? '';

/** In one line: `kubectl: GET /api/v1/pods`; `#7: connection closed`. */
export function outsideWords(action: OutsideAction): string {
  if (action.kind === 'hangup') return `#${action.request}: connection closed`;
  if (action.kind === 'outbound') return 'servers outside can be reached';
  if (action.kind === 'oidc') return `tokens of ${action.issuer.issuerUrl} are accepted`;
  if (action.kind === 'authentication') return `authentication: ${issuersOf(action)}`;
  if (action.kind === 'answer') return `call ${action.call}: ${answerWords(action.answer)}`;
  if (action.kind === 'piece') return `#${action.request}: ${pieceWords(action.piece)}`;
  if (action.kind === 'frame') return `#${action.request}: ${portForwardWords(action.frame)}`;
  const { method, url } = action.http;
  const program = programOf(action.http);
  return program === '' ? `${method} ${url}` : `${program}: ${method} ${url}`;
}

/** The issuers of a configuration, or why it is refused, in one line. */
export const issuersOf = ({
  issuers,
  reload,
}: Extract<IdentityAction, { readonly kind: 'authentication' }>): string =>
  reload || issuers.join(', ') || '-';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const answerWords = (answer: OutsideAnswer): string =>
  'error' in answer ? answer.error : String(answer.code);

const pieceWords = (piece: OutsidePiece): string => {
  if (piece.channel === 'stdin') return JSON.stringify(piece.text);
  return piece.channel === 'close' ? 'end of input' : `${piece.columns}×${piece.rows}`;
};
