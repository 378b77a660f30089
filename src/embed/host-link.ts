/**
 * The frame's end of the contract: receives commands of the page around it, and sends it events.
 *
 * Only the window that holds the frame may command it, and from its first `hello` on only under the
 * origin that it had then. Before that, a page learns only that a frame is there and how high it
 * would like to be.
 */
import { type Command, type FrameEvent, type Reply, readCommand, sealed } from './protocol.ts';

/** Carries out a command; its result is the reply, and what it throws is sent as an error. */
export type Handle = (command: Command) => unknown;

export interface HostLink {
  emit(event: FrameEvent): void;
}

/** Begins to listen. Without a page around it the frame neither receives nor sends. */
export function connectHost(handle: Handle): HostLink {
  const host = window.parent;
  let trusted: string | undefined;
  const post = (message: FrameEvent | Reply, to = trusted): void => {
    // An origin that is `null` cannot be named; the window is the right one all the same.
    host.postMessage(sealed(message), to === undefined || to === 'null' ? '*' : to);
  };
  const answer = async (id: number, command: Command): Promise<void> => {
    try {
      post({ type: 'reply', id, value: await handle(command) });
    } catch (error) {
      post({ type: 'reply', id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  if (host !== window) {
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== host || (trusted !== undefined && trusted !== origin)) return;
      const read = readCommand(data);
      if (read === undefined) return;
      if ('command' in read && read.command.type === 'hello') trusted ??= origin;
      if (trusted === undefined) return;
      if ('problem' in read) post({ type: 'reply', id: read.id, error: read.problem });
      else void answer(read.id, read.command);
    });
  }
  return {
    emit(event) {
      if (host === window) return;
      const open = event.type === 'ready' || event.type === 'height';
      if (trusted !== undefined) post(event);
      else if (open) post(event, '*');
    },
  };
}
