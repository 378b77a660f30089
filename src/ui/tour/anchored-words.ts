/**
 * What the words of a tour name in the picture, by the names themselves: programs, controllers,
 * queues, nodes and kinds are called alike in every language. A name is marked where it stands
 * first.
 */
import type { Anchor } from '#facts/telling';

export interface AnchoredWords {
  /** The words with `[[name|words]]` around what they name. */
  readonly line: string;
  /** What each name is in the picture. */
  readonly anchors: Readonly<Record<string, Anchor>>;
}

/** Where the words stand: what the names mean there. */
export interface WordsPlace {
  /** The node of the fact; `undefined`: it is about none, or several. */
  readonly node: string | undefined;
  readonly nodes: readonly string[];
  /** The controllers that the picture has, and the one whose fact it is. */
  readonly controllers: readonly string[];
  readonly controller: string | undefined;
  /** Whether the fact is a stage of a request: then its stations are seen. */
  readonly atStation: boolean;
  /** What the fact writes. */
  readonly object: { readonly kind: string; readonly anchor: Anchor } | undefined;
  /** Whether kubectl is part of what happens: a command may be cited anywhere. */
  readonly asks: boolean;
  /** What the author adds to the cast: objects among it are marked by their names. */
  readonly cast?: readonly Anchor[];
}

type Meaning = (found: string, place: WordsPlace) => Anchor | undefined;

const manager = 'kube-controller-manager';
/** What only a node has. */
function ofNode(part: string): Meaning {
  return (_, { node }) => (node === undefined ? undefined : node + part);
}
const station =
  (name: string): Meaning =>
  (_, { atStation }) =>
    atStation ? `kube-apiserver/${name}` : undefined;

/** What is named, most particular first; the first group is the name where there is one. */
const names: readonly (readonly [RegExp, Meaning])[] = [
  [/kube-apiserver|API server/, () => 'kube-apiserver'],
  [/etcd/, () => 'etcd'],
  [/(?:Filter|Score)(?: ?(?:plugins?|插件|外掛|プラグイン))/, () => 'kube-scheduler'],
  [/kube-scheduler|schedulers?|调度器|排程器|スケジューラー?/, () => 'kube-scheduler'],
  [/kube-controller-manager|[Cc]ontroller manager|控制器管理器/, () => manager],
  [/kubelets?|containerd|runc|kube-proxy/, onNodes],
  [/node-\d+/, (node, { nodes }) => (nodes.includes(node) ? node : undefined)],
  [/kubectl/, (_, { asks }) => (asks ? 'kubectl' : undefined)],
  [/(?:\w+ ?)?(?:controller|控制器|コントローラー?)|[a-z]+-controller/, controllerNamed],
  [/syncLoop|statusManager|imageGC|containerGC|PLEG|pod workers?/, ofNode('/kubelet')],
  [/CoreDNS|metrics-server|kernel|内核|カーネル/, ofNode('')],
  [/activeQ|backoffQ|unschedulablePods/, (queue) => `kube-scheduler/${queue}`],
  [/[Ff]low control|流控|流量控制|フロー制御/, station('flow-control')],
  [/[Aa]uthentication|认证(?!器)|認證(?!器|資訊)|認証(?!モジュール|情報)/, station('authenticate')],
  [
    /[Aa]uthorization(?! ?(?:header|头|標頭|ヘッダー))|鉴权(?!器)|授權(?!器)|認可(?!モジュール)/,
    station('authorize'),
  ],
  [/[Mm]utating admission|变更准入|變更准入/, station('mutate')],
  [/[Vv]alidating admission|验证准入|驗證准入/, station('validate')],
  [/[A-Z][A-Za-z]+/, (kind, { object }) => (object?.kind === kind ? object.anchor : undefined)],
];

/** A name within another word, a path, an address or a key is none. */
const wordsOf = (of: typeof names): RegExp =>
  new RegExp(
    `(?<![\\w/.-])(?:${of.map(([name]) => `(${name.source})`).join('|')})(?![\\w/@=-]|[.:]\\w)`,
    'g',
  );
const all = wordsOf(names);

/** `node-1/pods/default/burst` is named by `burst`. */
const objectsIn = (cast: readonly Anchor[]): typeof names =>
  cast
    .filter((anchor) => /\/.*\/[a-z0-9-]+$/.test(anchor))
    .map((anchor) => [new RegExp(anchor.slice(anchor.lastIndexOf('/') + 1)), () => anchor]);

/** What an author has named already stays as it is: `own` says what that is. */
export function anchoredWords(
  text: string,
  place: WordsPlace,
  own: Readonly<Record<string, Anchor>> = {},
): AnchoredWords {
  const anchors: Record<string, Anchor> = { ...own };
  const seen = new Set<Anchor>(Object.values(own));
  const objects = objectsIn(place.cast ?? []);
  const known = [...objects, ...names];
  const words = objects.length === 0 ? all : wordsOf(known);
  const named = (found: string, ...groups: (string | undefined)[]): string => {
    const at = known.findIndex((_, index) => groups[index] !== undefined);
    const anchor = known[at]?.[1](found, place);
    if (anchor === undefined || anchor === '' || seen.has(anchor)) return found;
    seen.add(anchor);
    const name = `n${seen.size}`;
    anchors[name] = anchor;
    return `[[${name}|${found}]]`;
  };
  const between = text.split(/(\[\[\w+\|[^\]]*\]\])/);
  const parts = between.map((part, index) => (index % 2 === 1 ? part : part.replace(words, named)));
  return { line: parts.join(''), anchors };
}

/** A program of the node that the fact is about, or else of all nodes. */
function onNodes(program: string, { node, nodes }: WordsPlace): Anchor {
  if (node === undefined) return nodes.join(' ');
  const part = program === 'runc' ? 'containerd' : program.replace(/s$/, '');
  return `${node}/${part}`;
}

/** “The controller” is the one at work; one that the picture does not have is in the manager. */
function controllerNamed(
  words: string,
  { controllers, controller }: WordsPlace,
): Anchor | undefined {
  const kind = /^\w+/.exec(words)?.[0] ?? '';
  const named = `${kind.toLowerCase()}-controller`;
  if (controllers.includes(named)) return named;
  return /^[A-Z]\w*[A-Z]\w*$/.test(kind) ? manager : controller;
}
