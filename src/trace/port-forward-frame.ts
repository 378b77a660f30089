/**
 * What travels on an open port-forward, in both directions: connections to ports of a Pod, side by
 * side, told apart by a number. Models the data and error streams of k8s.io/cri-streaming
 * portforward as values.
 *
 * Bytes are a text: UTF-8 where they are that, else each stands as a lone surrogate
 * (`serve/wire/byte-text.ts`), so that what a program sends back is what it got.
 */
export type PortForwardFrame =
  /** The client wants a connection to this port of the Pod. */
  | { readonly kind: 'open'; readonly stream: number; readonly port: number }
  | { readonly kind: 'data'; readonly stream: number; readonly text: string }
  /** The server says why the connection could not be made, or ended. */
  | { readonly kind: 'error'; readonly stream: number; readonly text: string }
  /** This side sends no more. */
  | { readonly kind: 'close'; readonly stream: number };

const kinds = ['open', 'data', 'error', 'close'] as const;

/** Reads a frame out of a file that anybody may have written; `undefined`: it is none. */
export function readPortForwardFrame(value: unknown): PortForwardFrame | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind: asked, stream, port, text } = value as Readonly<Record<string, unknown>>;
  const kind = kinds.find((known) => known === asked);
  if (kind === undefined || typeof stream !== 'number' || !Number.isSafeInteger(stream)) {
    return undefined;
  }
  if (kind === 'close') return { kind, stream };
  if (kind === 'open') return typeof port === 'number' ? { kind, stream, port } : undefined;
  return typeof text === 'string' ? { kind, stream, text } : undefined;
}

/** In a few words: `connection 1 to port 80`, `connection 1: 78 characters`. */
export function portForwardWords(frame: PortForwardFrame): string {
  const connection = `connection ${frame.stream}`;
  if (frame.kind === 'open') return `${connection} to port ${frame.port}`;
  if (frame.kind === 'close') return `${connection} closed`;
  return `${connection}: ${frame.text.length} characters`;
}
