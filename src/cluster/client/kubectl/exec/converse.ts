/**
 * A conversation with a process in a container: what is typed goes up, what it prints comes down.
 *
 * Models k8s.io/kubectl pkg/cmd/exec exec.go StreamOptions.SetupTTY and Run, and client-go
 * tools/remotecommand (v5.channel.k8s.io).
 */
import { err, ok } from '#base/result';
import {
  type DownPiece,
  pieceText,
  type UpPiece,
  type UpStream,
} from '#k8s.io/client-go/rest/remote-command';
import type { Call } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { TerminalInput } from '#trace/terminal-input';
import { fail, type Outcome } from '../failure.ts';
import type { PersonsTerminal } from '../persons-terminal.ts';
import type { Session } from '../session.ts';
import { upgradeFailure } from './upgrade-failure.ts';

export interface Conversation {
  /** Whether what is typed goes to the container. */
  readonly stdin: boolean;
  /** Whether the far end has a terminal, and the person's own is raw. */
  readonly tty: boolean;
  /** Makes a program that was there before print its prompt again. Source: attach.go Run. */
  readonly redraws?: boolean;
}

const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };

/** Opens the streams at a path and stays until the process ends; its exit code is the outcome. */
export function* converse(
  session: Session,
  call: Pick<Call, 'path' | 'ref'>,
  conversation: Conversation,
): Process<Outcome> {
  const { client, sim, terminal } = session;
  const asked = { ...call, headers: upgrade, upgrade: true } as const;
  let answer = yield* client.send({ ...asked, method: 'GET' });
  if (!answer.ok && answer.error.kind === 'status') {
    const headers = { ...upgrade, upgrade: 'SPDY/3.1' };
    answer = yield* client.send({ ...asked, headers, method: 'POST' });
  }
  if (!answer.ok) return err(upgradeFailure(answer.error));
  const { up, down } = answer.value;
  if (up === undefined || down === undefined) return fail('the server opened no streams');
  if (terminal !== undefined) terminal.raw = conversation.tty;
  const sending = sim.spawn('standard input', sendAll(session, up, conversation));
  let last: DownPiece | undefined;
  try {
    for (;;) {
      const piece = yield* down.receive();
      if (piece === undefined) break;
      last = piece;
      if (piece.channel === 'stdout') session.out(piece.text);
      else if (piece.channel === 'stderr') session.err(piece.text);
    }
  } finally {
    sending.cancel();
    up.close();
    down.close();
    if (terminal !== undefined) terminal.raw = false;
  }
  return outcomeOf(last);
}

/** Without a result the connection broke off. Source: remotecommand/v4.go, errorDecoderV4. */
function outcomeOf(last: DownPiece | undefined): Outcome {
  if (last?.channel !== 'error') return fail('error reading from error stream: EOF');
  if (last.message !== undefined) return fail(last.message);
  if (last.exitCode === 0) return ok(undefined);
  const message = `command terminated with exit code ${last.exitCode}`;
  return err({ kind: 'plain', message, exitCode: last.exitCode });
}

function* sendAll(session: Session, up: UpStream, conversation: Conversation): Process {
  const { terminal } = session;
  const send = (piece: UpPiece): void => {
    const text = pieceText(piece);
    session.streamed(up.request, piece.channel, text);
    up.send(piece);
  };
  if (terminal === undefined) {
    if (!conversation.stdin) return;
    const text = session.readStdin();
    if (text !== '') send({ channel: 'stdin', text });
    send({ channel: 'close' });
    return;
  }
  if (conversation.tty) {
    for (const piece of sizes(terminal, conversation)) send(piece);
  }
  if (!conversation.stdin) return;
  for (;;) {
    const typed = yield* terminal.typed.receive();
    const piece = typed && pieceOf(typed, conversation.tty);
    if (piece !== undefined) send(piece);
  }
}

function sizes(
  { columns, rows }: PersonsTerminal,
  { redraws = false }: Conversation,
): readonly UpPiece[] {
  const size = { channel: 'resize', columns, rows } as const;
  return redraws ? [{ ...size, columns: columns + 1, rows: rows + 1 }, size] : [size];
}

/** A raw terminal sends keys; the other one whole lines, and no size. */
function pieceOf(typed: TerminalInput, tty: boolean): UpPiece | undefined {
  switch (typed.kind) {
    case 'text':
      return { channel: 'stdin', text: tty ? typed.text.replaceAll('\n', '\r') : typed.text };
    case 'end':
      return tty ? { channel: 'stdin', text: '\x04' } : { channel: 'close' };
    case 'interrupt':
      return tty ? { channel: 'stdin', text: '\x03' } : undefined;
    case 'resize': {
      const { columns, rows } = typed;
      return tty ? { channel: 'resize', columns, rows } : undefined;
    }
  }
}
