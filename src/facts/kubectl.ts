/** What the interface knows about what kubectl does on the person's machine. */

import type { FactOf } from '#trace/facts';
import type { KubectlFactUnion } from '#trace/facts/kubectl';
import { caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { programName } from './names.ts';
import { firstLine } from './words.ts';

const eachTime = (): string => '';

/** What kubectl prints when it fails, by itself or because it was refused. */
const isError = /^error|forbidden|^Error from server|^The \w+ .+ is invalid:/i;

/** What it prints when nobody answers at the server's address. */
export const isUnanswered = /^(The connection to the server|Unable to connect to the server)/;

/** What `drain` prints of a refusal that it does not give up on. */
export const asksAgain = /\(will retry after \S+\)/;

export const saysFailed = (text: string): boolean => isError.test(text) || isUnanswered.test(text);

/** What it prints when a program in a container has failed. */
export const isExit = (text: string): boolean =>
  /^command terminated with exit code \d+$/.test(text.trimEnd());

type Outcome = 'printed' | 'failed' | 'asks again' | 'ended';

function outcomeOf({ stream, text }: FactOf<'OutputPrinted'>): Outcome {
  if (stream !== 'stderr') return 'printed';
  if (isExit(text)) return 'ended';
  if (asksAgain.test(text)) return 'asks again';
  return saysFailed(text) ? 'failed' : 'printed';
}

export const kubectlFacts: { readonly [T in KubectlFactUnion['type']]: FactKind<FactOf<T>> } = {
  CommandParsed: {
    verb: 'parse',
    hop: eachTime,
    caption: ({ command }) => caption('caption.CommandParsed', { command }),
  },
  KubeconfigLoaded: {
    verb: 'load-kubeconfig',
    hop: eachTime,
    caption: ({ server, user }) => caption('caption.KubeconfigLoaded', { server, user }),
  },
  ManifestGenerated: {
    verb: 'generate',
    hop: eachTime,
    caption: ({ object: { kind, metadata } }) =>
      caption('caption.ManifestGenerated', { kind, name: metadata.name }),
  },
  DiscoveryCacheRead: {
    verb: 'discover',
    hop: () => 'once',
    caption: ({ hit }) => caption(`caption.DiscoveryCacheRead.${hit ? 'hit' : 'miss'}`),
  },
  OutputPrinted: {
    standing: (fact, { main }) =>
      main ? { kind: 'report', state: `${outcomeOf(fact)} ${fact.input}`, joins: true } : undefined,
    verb: 'print',
    // A name of its own, so that those of the other steps stay as links have them.
    subject: ({ text }) => (isExit(text) ? ['exit'] : []),
    // What went well before it does not hide an error.
    hop: (fact, isTypedInto) => (isTypedInto ? '' : outcomeOf(fact)),
    caption: ({ component, text }) => {
      const program = programName(component);
      // The first line of a table is its head, which carries no information.
      const n = text.trimEnd().split('\n').length;
      return caption(`caption.OutputPrinted${n === 1 ? '' : '.lines'}`, {
        ...{ program, n },
        text: firstLine(text),
      });
    },
    title: (fact, t) =>
      outcomeOf(fact) === 'failed' ? t('title.OutputPrinted.failed') : undefined,
  },
  CommandExited: {
    verb: 'exit',
    ends: ['command'],
    caption: ({ exitCode }) =>
      caption(exitCode === 0 ? 'caption.CommandExited' : 'caption.CommandExited.failed', {
        exitCode,
      }),
    title: ({ exitCode }, t) =>
      exitCode === 0 ? undefined : t('title.CommandFailed', { exitCode }),
  },
};
