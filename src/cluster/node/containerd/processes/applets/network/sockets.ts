/**
 * What the network applets share: the error of a process without a network, and libc's error texts.
 */
import type { NetworkNamespace, SocketError } from '#cluster/node/os/sockets';
import type { ProcessContext } from '../../program.ts';

/** strerror(3). */
export const errorText: Readonly<Record<SocketError, string>> = {
  ECONNREFUSED: 'Connection refused',
  EHOSTUNREACH: 'No route to host',
  ENETUNREACH: 'Network is unreachable',
  ETIMEDOUT: 'Connection timed out',
  EADDRINUSE: 'Address already in use',
};

/** The network namespace of the process. Without one, prints an error and returns `undefined`. */
export function networkOf({ argv, err, network }: ProcessContext): NetworkNamespace | undefined {
  if (network === undefined) err(`${argv[0] ?? ''}: socket: Network is unreachable\n`);
  return network;
}

/** Options as getopt reads them: the letters in `withValue` take a value. */
export function readOptions(
  words: readonly string[],
  withValue: string,
): { readonly options: ReadonlyMap<string, string>; readonly operands: readonly string[] } {
  const options = new Map<string, string>();
  const operands: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word.startsWith('--')) {
      const [name = '', value = ''] = word.slice(2).split(/=(.*)/s);
      options.set(name, value);
    } else if (!/^-./.test(word)) operands.push(word);
    else {
      for (let at = 1; at < word.length; at++) {
        const letter = word.charAt(at);
        if (!withValue.includes(letter)) {
          options.set(letter, '');
          continue;
        }
        const rest = word.slice(at + 1);
        options.set(letter, rest === '' ? (words[++i] ?? '') : rest);
        break;
      }
    }
  }
  return { options, operands };
}
