/**
 * Which sentences of an English text claim something that must be known from somewhere, and the
 * words in them that evidence must contain.
 *
 * The rule looks at words, so that it also finds the claims of a text that is written tomorrow. A
 * sentence without any of these words ("The link is cut.") claims nothing that can be looked up.
 */

export type ClaimKind = 'number' | 'version' | 'date' | 'order' | 'reason' | 'extent' | 'name';

const numberWords: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, sixteen: 16, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
};
/** `the two` counts what the text has named before; it claims nothing new. */
const numberWord = new RegExp(
  `(?<!\\b(?:the|these|its|all|other) )\\b(${Object.keys(numberWords).join('|')})\\b`,
  'gi',
);

/** A number that is no part of a name: `300 s` and `404`, not `node-1`, `v1.36` or `base64`. */
const freeNumber = /(?<![\w./:#+{-])\d+(?:[.,]\d+)*(?=(?:ms|s|m|h|Ki|Mi|Gi|%)?(?![\w/-]|\.\d))/g;
const versions = /\bv\d+\.\d+(?:\.\d+)?\b/g;

/** Names as a program writes them: in ticks, flags, paths, with a capital inside, with dots. */
const codeNames = [
  ...[/`[^`]+`/, /(?<![\w/])--?[a-z][\w-]+/, /(?<![\w.])\/[a-z][\w./-]+/],
  ...[/\b[a-z]+[A-Z]\w+/, /\b[A-Z]+[a-z]+[A-Z]\w+/, /\b[a-z]\w*(?:\.[a-zA-Z]\w*)+/],
];
const codeName = new RegExp(codeNames.map(({ source }) => source).join('|'), 'g');

const patterns: Readonly<Record<ClaimKind, RegExp>> = {
  number: new RegExp(`${freeNumber.source}|${numberWord.source}`, 'i'),
  version: versions,
  date: /\b(?:19|20)\d\d\b|\{(?:from|to)\w+\}/,
  order: /\b(first|then|before|after|afterwards|last|later|until|finally|meanwhile|next)\b/i,
  reason: /\b(because|so that|therefore|that is why|why)\b/i,
  extent: /\b(only|same|never|always|no other|nobody|nothing|every|alone)\b/i,
  name: codeName,
};

/** A text as its reader sees it: without the marks of links and holes. */
const shown = (text: string): string =>
  text
    .replace(/\[\[[^|\]]*\|/g, '')
    .replaceAll(']]', '')
    .replace(/\{\w+(\|[^}]*)?\}/g, '…');

/** The sentences of a text. */
export const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?:][”)`]?)\s+(?=[A-Z“(`\d[{])|\n+/).filter((part) => part.trim() !== '');

/** What a sentence claims; empty: nothing that could be looked up. */
export function claimsOf(sentence: string): readonly ClaimKind[] {
  const kinds = Object.keys(patterns) as readonly ClaimKind[];
  const words = shown(sentence);
  return kinds.filter((kind) =>
    new RegExp(patterns[kind].source, patterns[kind].flags.replace('g', '')).test(
      kind === 'date' ? sentence : words,
    ),
  );
}

/** Whether a text has a sentence that claims something. */
export const hasClaim = (text: string): boolean =>
  sentencesOf(text).some((sentence) => claimsOf(sentence).length > 0);

/** What evidence must contain for the words of a text. */
export interface Wanted {
  /** `about`: the text says that it is not exact. */
  readonly numbers: readonly { readonly value: number; readonly about: boolean }[];
  readonly versions: readonly string[];
  /** HTTP's methods. */
  readonly methods: readonly string[];
  /** Names in code form, part by part: `spec.nodeName` is `spec` and `nodeName`. */
  readonly names: readonly string[];
  /** Kinds of objects and programs, as their resource and component have it. */
  readonly actors: readonly string[];
}

const actors: Readonly<Record<string, RegExp>> = {
  kubectl: /\bkubectl\b/,
  'kube-apiserver': /\b(API server|kube-apiserver)\b/,
  etcd: /\betcd\b/,
  scheduler: /\b(scheduler)\b/,
  kubelet: /\bkubelet\b/,
  containerd: /\bcontainerd\b/,
  'kube-proxy': /\bkube-proxy\b/,
  ...Object.fromEntries(
    ['Pod', 'Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job', 'CronJob', 'Service']
      .concat(['EndpointSlice', 'Lease', 'ConfigMap', 'Secret', 'Namespace', 'Role', 'Binding'])
      .map((kind) => [kind.toLowerCase(), new RegExp(`\\b${kind}s?\\b`)]),
  ),
};

export function wantedBy(text: string): Wanted {
  const words = shown(text);
  const plain = words.replace(codeName, ' ').replace(versions, ' ');
  const found = [
    ...plain.matchAll(new RegExp(`(?<about>about |some |~)?(?<n>${freeNumber.source})`, 'g')),
    ...plain.matchAll(new RegExp(`(?<about>about |some )?(?<n>${numberWord.source})`, 'gi')),
  ];
  return {
    numbers: found.map(({ groups }) => ({
      value: numberOf(groups?.['n'] ?? ''),
      about: groups?.['about'] !== undefined,
    })),
    versions: words.match(versions) ?? [],
    methods: words.match(/\b(GET|POST|PUT|PATCH|DELETE|LIST|WATCH)\b/g) ?? [],
    names: (words.match(codeName) ?? []).flatMap((name) => name.match(/\w[\w-]+/g) ?? []),
    actors: Object.keys(actors).filter((actor) => actors[actor]?.test(words) === true),
  };
}

const numberOf = (text: string): number =>
  numberWords[text.toLowerCase()] ?? Number(text.replaceAll(',', ''));

/** The numbers that stand in a piece of evidence, in figures and in words. */
export const numbersIn = (text: string): readonly number[] =>
  [...(text.match(/\d+(?:\.\d+)?/g) ?? []), ...(text.match(numberWord) ?? [])].map(numberOf);
