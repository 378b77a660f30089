/** The tellings of what a person types, what kubectl sends, and what comes back. */
import { withoutSequences } from '#base/escape-sequences';
import type { FactOf } from '#trace/facts';
import { objectKey } from '#trace/object-key';
import { asksAgain, isExit, isUnanswered, saysFailed } from '../kubectl.ts';
import { programName } from '../names.ts';
import { pathOf } from '../requests.ts';
import { readByShell } from '../shell-line.ts';
import type { ChangedLine, Telling } from '../telling.ts';
import {
  durationWords,
  firstLine,
  momentWords,
  objectWords,
  subresourceOf,
  whoOf,
} from '../words.ts';
import { outerRoom, podInEtcd, roomFor } from './anchors.ts';
import { changed, literal, type StoryId, type storyMessage, telling } from './compose.ts';
import { sourceLine, sourceOf, sourceWhy } from './connect.ts';
import {
  asStored,
  imagesOf,
  numberWords,
  objectOfRequest,
  podParam,
  refusalOf,
} from './objects.ts';
import { answeredIn, sessionLine } from './session.ts';
import { all, first, type TellingRun } from './telling-run.ts';

/** Whether a person's command asks for a change with it. */
export const isPersonsChange = ({ component, method }: FactOf<'RequestSent'>): boolean =>
  component === 'kubectl' && method !== 'GET';

/** A request of a person, or of the scheduler that records where a Pod goes. */
export function ofRequest(fact: FactOf<'RequestSent'>, run: TellingRun): Telling {
  if (subresourceOf(fact.url) === '/binding') return ofBinding(fact, run);
  const { verb, params } = verbOf(fact, run);
  const object = objectOfRequest(fact, run);
  const begins = all(run.toldOfCommand, 'RequestSent').length === 0;
  const known = run.latest('KubeconfigLoaded');
  const address = known?.server.replace(/^https:\/\//, '');
  const asked = all(run.toldOfCommand, 'RequestSent').filter(
    (each) => objectOfRequest(each, run) === object,
  );
  const topicOf = () => {
    if (/[?&]dryRun=All/.test(fact.url)) return 'dry';
    if (asked.some(({ method, url }) => method === fact.method && url === fact.url)) return 'again';
    if (!makingVerbs.has(verb) || begins) return verb;
    return asked.some(({ method }) => method === 'DELETE') ? 'anew' : 'next';
  };
  const topic = topicOf();
  return telling({
    line: `story.send.${topic === 'file' ? 'manifest' : topic}.line`,
    why: `story.send.${topic === 'file' ? 'next' : topic}.why`,
    whatIf: address === undefined ? undefined : whatIfOf(verb),
    params: { object, address: address ?? '', ...params },
    anchors: { kubectl: 'kubectl', object: 'kubectl/object', api: 'kube-apiserver' },
    cast: [outerRoom(fact.component), 'kube-apiserver'],
    changed: [
      changed('story.changed.request', { request: `${fact.method} ${pathOf(fact.url)}` }, '+'),
      ...changeIn(fact),
    ],
    terms:
      verb === 'create' || verb === 'deployment' ? ['api-server', 'deployment'] : ['api-server'],
  });
}

type Verb =
  | 'deployment'
  | 'review'
  | 'token'
  | 'create'
  | 'manifest'
  | 'file'
  | 'scale'
  | 'apply'
  | 'patch'
  | 'delete'
  | 'evict'
  | 'put';

/** Those that make an object. */
const makingVerbs: ReadonlySet<Verb> = new Set(['create', 'manifest', 'file', 'deployment']);

function whatIfOf(verb: Verb): StoryId | undefined {
  if (verb === 'review' || verb === 'token') return undefined;
  if (verb === 'apply') return 'story.send.patch.if';
  return verb === 'delete' || verb === 'scale' || verb === 'patch'
    ? `story.send.${verb}.if`
    : 'story.send.create.if';
}

function verbOf(
  { method, url, body, headers }: FactOf<'RequestSent'>,
  run: TellingRun,
): { readonly verb: Verb; readonly params: Parameters<typeof storyMessage>[1] } {
  const object = asStored(body);
  const replicas = object.spec?.replicas;
  const part = subresourceOf(url);
  if (part === '/eviction') return { verb: 'evict', params: {} };
  if (part === '/scale' && replicas !== undefined) {
    return { verb: 'scale', params: { replicas, count: numberWords(replicas) } };
  }
  if (method === 'DELETE') return { verb: 'delete', params: {} };
  if (method === 'PATCH') {
    const isApply = headers['content-type']?.startsWith('application/apply-patch') === true;
    return { verb: isApply ? 'apply' : 'patch', params: {} };
  }
  if (method !== 'POST') return { verb: 'put', params: {} };
  if (part === '/token') return { verb: 'token', params: {} };
  if (isReview.test(url)) return { verb: 'review', params: { kind: object.kind ?? '' } };
  const { command, flags = {} } = run.latest('CommandParsed') ?? {};
  if ('filename' in flags || 'kustomize' in flags) {
    return { verb: command === 'apply' ? 'manifest' : 'file', params: {} };
  }
  const image = imagesOf(object);
  if (object.kind === 'Deployment' && replicas !== undefined && replicas > 0 && image !== '') {
    return { verb: 'deployment', params: { replicas, count: numberWords(replicas), image } };
  }
  return { verb: 'create', params: {} };
}

/** Objects that are a question: the API server answers and stores nothing. */
const isReview = /\/\w+reviews(?:\?|$)/;

/** The change in the body of a patch or a scale. */
function changeIn({ method, body }: FactOf<'RequestSent'>): readonly ChangedLine[] {
  if (method !== 'PATCH' || typeof body !== 'object' || body === null) return [];
  const text = JSON.stringify(body);
  return [literal(text.length > 90 ? `${text.slice(0, 89)}…` : text, '+')];
}

function ofBinding(fact: FactOf<'RequestSent'>, run: TellingRun): Telling {
  const { target } = (fact.body ?? {}) as { readonly target?: { readonly name?: string } };
  const node = target?.name ?? '';
  const name = fact.ref.name || objectOfRequest(fact, run).split(' ').at(-1) || '';
  const pod = `${fact.ref.namespace}/${name}`;
  return telling({
    line: 'story.assume.line',
    why: 'story.assume.why',
    whatIf: 'story.assume.if',
    params: { node, pod: podParam(pod, run) },
    anchors: {
      scheduler: 'kube-scheduler',
      cache: 'kube-scheduler/cache',
      pod: podInEtcd(pod),
      node,
      api: 'kube-apiserver',
    },
    cast: ['kube-scheduler', 'kube-apiserver', node],
    changed: [
      changed('story.changed.assumed', { node, pod: name }, '+'),
      changed('story.changed.request', { request: `${fact.method} ${pathOf(fact.url)}` }, '+'),
    ],
    terms: ['assume', 'binding', 'backoff-q'],
  });
}

/** Words of an error that a line of thirty has room for; all of it stands in the terminal. */
const errorWords = 16;

function firstWords(text: string): string {
  const words = text.trim().split(/\s+/);
  const shown = words.slice(0, errorWords).join(' ');
  return words.length > errorWords ? `${shown} …` : shown;
}

/** The answer in the terminal. */
export function ofOutput(fact: FactOf<'OutputPrinted'>, run: TellingRun): Telling {
  const program = programName(fact.component);
  const session = answeredIn(fact, run);
  const { lines } = session ?? { lines: withoutSequences(fact.text).trimEnd().split('\n') };
  const line =
    session !== undefined
      ? sessionLine(session)
      : program === fact.component
        ? outputLine(fact, lines, run)
        : programLine(fact, lines, run);
  const entered = run.latest('CommandEntered');
  const took = entered === undefined ? undefined : durationWords(fact.at - entered.at);
  return telling({
    line,
    why: took === undefined ? undefined : whyPrinted(line, fact, run),
    whatIf: line === 'story.print.created.line' ? 'story.print.created.if' : undefined,
    params: {
      program,
      text: line.startsWith('story.print.error')
        ? firstWords(fact.text)
        : firstLine(lines[0] ?? '', 70).replace(/\.$/, ''),
      n: lines.length,
      rows: lines.length - 1,
      took: took ?? '',
      asked: firstLine(askedBy(fact, run), 40),
      at: momentWords(fact.at),
      verb: lines[0]?.split(' ').at(-1) ?? '',
      kind: asStored(lastSent(run)?.body).kind ?? '',
      code: run.latest('ResponseReceived', (each) => each.component === 'kubectl')?.code ?? '',
    },
    anchors: {
      kubectl: 'kubectl',
      output: 'kubectl/output',
      api: 'kube-apiserver',
      controller: 'kube-controller-manager',
    },
    cast: ['kubectl', 'kubectl/output', ...(program === fact.component ? ['kube-apiserver'] : [])],
    changed: lines.slice(0, 3).map((each) => literal(firstLine(each, 100), '+')),
    terms: line === 'story.print.created.line' ? ['controller', 'pod'] : [],
  });
}

/** The command of kubectl that prints: the line, or the part of a line for a shell. */
function askedBy({ input }: FactOf<'OutputPrinted'>, run: TellingRun): string {
  const { line = '' } = run.latest('CommandEntered', (each) => each.input === input) ?? {};
  const own = /^\s*kubectl\s+(.*)$/s.exec(line)?.[1];
  const parsed = run.latest('CommandParsed', (each) => each.input === input);
  if (parsed === undefined || (own !== undefined && !readByShell(own))) return own ?? line;
  return [parsed.command, ...parsed.args].join(' ');
}

/** Whether the shell hands to that program what another one prints. */
const isPiped = ({ component, input }: FactOf<'OutputPrinted'>, run: TellingRun): boolean =>
  (run.latest('CommandEntered', (each) => each.input === input)?.line ?? '')
    .split('|')
    .slice(1)
    .some((part) => part.trim().split(/\s+/, 1)[0] === programName(component)) &&
  run.latest('CommandParsed', (each) => each.input === input) !== undefined;

/** Whether the beat before told the answer to the same command, entered before. */
function isAskedAgain(fact: FactOf<'OutputPrinted'>, run: TellingRun): boolean {
  const before = run.told.at(-1);
  if (before?.type !== 'OutputPrinted' || before.input === fact.input) return false;
  const [one, other] = [before, fact].map((each) =>
    run.latest('CommandEntered', ({ input }) => input === each.input),
  );
  return one !== undefined && one.line === other?.line && one.stdin === other.stdin;
}

function whyPrinted(
  line: StoryId,
  fact: FactOf<'OutputPrinted'>,
  run: TellingRun,
): StoryId | undefined {
  if (line.startsWith('story.session.')) {
    const isKnown = all(run.toldOfCommand, 'OutputPrinted').length > 0;
    return isKnown ? undefined : 'story.print.container.why';
  }
  if (line.endsWith('program.line')) {
    if (isPiped(fact, run)) return 'story.print.piped.why';
    return isCarried(run) ? 'story.print.carried.why' : 'story.print.program.why';
  }
  if (line === 'story.print.exit.line') return 'story.print.exit.why';
  if (line === 'story.print.error.unknown.line') return undefined;
  if (line === 'story.print.retry.line') return 'story.print.retry.why';
  if (line === 'story.print.already.line') return 'story.print.already.why';
  if (line === 'story.print.review.line') return 'story.send.review.why';
  if (line === 'story.print.error.stops.line') return whyStopped(fact, run);
  if (line.startsWith('story.print.error.')) return line.replace(/line$/, 'why') as StoryId;
  if (isServing(fact, run)) return 'story.print.serving.why';
  const reads = !/(done|created|dry)/.test(line);
  return reads ? sourceWhy[sourceOf(fact, run)] : 'story.print.done.why';
}

/** An error of kubectl itself: without an answer, before its first change, or after one. */
function whyStopped(fact: FactOf<'OutputPrinted'>, run: TellingRun): StoryId {
  const { text } = fact;
  const { line = '' } = run.latest('CommandEntered') ?? {};
  if (isUnanswered.test(text) && !namesUrl.test(line)) return 'story.print.error.silent.why';
  if (sourceOf(fact, run) === 'container') return 'story.print.error.passed.why';
  if (isOverdue.test(text)) return 'story.print.error.later.why';
  const entered = run.latest('CommandEntered')?.id ?? 0;
  const changed = run.latest('RequestSent', isPersonsChange)?.id ?? 0;
  return changed > entered ? 'story.print.error.later.why' : 'story.print.error.local.why';
}

/** A command that fetches what it reads from another server than the cluster's. */
const namesUrl = /\bhttps?:\/\//;

/** Whether the command that prints listens on the person's machine. */
const isServing = ({ input }: FactOf<'OutputPrinted'>, run: TellingRun): boolean =>
  /^kubectl\s+(?:-\S+\s+)*(?:port-forward|proxy)\b/.test(
    run.latest('CommandEntered', (entered) => entered.input === input)?.line ?? '',
  );

/** Whether the program spoke to a port of its own machine, where only kubectl listens. */
function isCarried(run: TellingRun): boolean {
  const entered = run.latest('CommandEntered')?.id ?? 0;
  const reached = run.latest(
    'ConnectionAnswered',
    ({ component, to }) => component === 'person/kernel' && to.ip.startsWith('127.'),
  );
  return (reached?.id ?? 0) > entered;
}

/** Words of kubectl at the end of a line that reports what was done. */
const doneWords =
  'created|configured|patched|edited|labeled|unlabeled|annotated|scaled|deleted|' +
  'cordoned|uncordoned|tainted|untainted|modified|evicted|replaced|restarted|drained|exposed|' +
  'autoscaled|paused|resumed|approved|denied|rolled back|' +
  '(?:image|env|resource requirements|selector|serviceaccount) updated|serverside-applied';
const done = new RegExp(`^\\S+(/| ")\\S+ (${doneWords})\\b`);

/** What it prints when there is nothing to change. */
const isSoAlready = /^\S+(\/| ")\S+ (unchanged|already (un)?cordoned)$/;

const isDryRun = / \(server dry run\)$/;

/** What a shell without such a program prints. */
const isUnknown = /: command not found$|^sh: (?:[^:]+: )?\S+: not (?:found|simulated)$/m;

/** What it prints when its own time is over, whatever was answered last. */
const isOverdue = /timeout reached|(?<!etcdserver: request )timed out/;

/** Of another program than kubectl on the person's machine. */
function programLine(
  fact: FactOf<'OutputPrinted'>,
  lines: readonly string[],
  run: TellingRun,
): StoryId {
  if (fact.stream === 'stderr' && isUnknown.test(fact.text))
    return 'story.print.error.unknown.line';
  if (isAskedAgain(fact, run)) return 'story.print.again.program.line';
  return lines.length === 1 ? 'story.print.program.line' : 'story.print.lines.program.line';
}

function outputLine(
  fact: FactOf<'OutputPrinted'>,
  lines: readonly string[],
  run: TellingRun,
): StoryId {
  const { stream, text } = fact;
  if (isAskedAgain(fact, run)) return 'story.print.again.line';
  if (stream === 'stderr' && isUnknown.test(text)) return 'story.print.error.unknown.line';
  if (stream === 'stderr' && isExit(text)) return 'story.print.exit.line';
  if (stream === 'stderr' && asksAgain.test(text)) return 'story.print.retry.line';
  if (stream === 'stderr' && saysFailed(text)) {
    if (isOverdue.test(text)) return 'story.print.error.stops.line';
    const answered = run.latest('ResponseReceived', (each) => each.component === 'kubectl');
    const entered = run.latest('CommandEntered')?.id ?? 0;
    if (answered !== undefined && answered.id > entered && answered.code >= 400) {
      return 'story.print.error.line';
    }
    return 'story.print.error.stops.line';
  }
  const source = sourceOf(fact, run);
  const bySource = sourceLine(source, lines.length);
  if (bySource !== undefined) return bySource;
  const [firstLineOf = ''] = lines;
  if (isDryRun.test(firstLineOf)) return 'story.print.dry.line';
  if (lines.every((each) => isSoAlready.test(each))) return 'story.print.already.line';
  if (isVerdict.test(text.trim()) && asksReview(run)) return 'story.print.review.line';
  if (done.test(firstLineOf)) {
    const creates =
      / created/.test(firstLineOf) &&
      /^(deployment|replicaset|job|statefulset|daemonset|pod)/.test(firstLineOf);
    if (creates && lines.length === 1) return createdLine(run);
    return lines.length === 1 ? 'story.print.done.line' : 'story.print.done.many.line';
  }
  if (/^[A-Z][A-Z-]+ +[A-Z]/.test(firstLineOf)) {
    if (isOfSeveralKinds.test(lines[1] ?? '')) return 'story.print.tables.line';
    const rows = lines.length === 2 ? 'row.table' : 'table';
    return source === 'extension' ? `story.print.${rows}.passed.line` : `story.print.${rows}.line`;
  }
  if (lines.length === 1) return 'story.print.text.line';
  return source === 'other' ? 'story.print.lines.other.line' : 'story.print.lines.text.line';
}

/** Only where it asked for more than one kind does kubectl name them in each row. */
const isOfSeveralKinds = /^[a-z][\w.-]*\/\S/;

/** The answer to `auth can-i`. */
const isVerdict = /^(yes|no)\b/;
const asksReview = (run: TellingRun): boolean => isReview.test(lastSent(run)?.url ?? '');

const lastSent = (run: TellingRun): FactOf<'RequestSent'> | undefined =>
  run.latest('RequestSent', ({ component }) => component === 'kubectl');

/** The meaning of “created” is explained only once. */
function createdLine(run: TellingRun): StoryId {
  const before = all(run.told, 'OutputPrinted').some(({ text }) => / created/.test(text));
  return before ? 'story.print.created.again.line' : 'story.print.created.line';
}

/** A refusal that its sender reads, beside the main line. */
export function ofRefusedAnswer(fact: FactOf<'ResponseReceived'>, run: TellingRun): Telling {
  const sent = first(run.request, 'RequestSent');
  const refusal = refusalOf(run);
  const message = refusal?.message ?? '';
  const room = roomFor(fact.component);
  const quota = /exceeded quota: ([^,]+),/.exec(message)?.[1];
  const ending = /because it is being terminated/.test(message);
  const kind = quota !== undefined ? 'quota' : ending ? 'ending' : 'other';
  const plain = ['story.refused.quota', 'story.refused.ending', 'story.refused.other'] as const;
  const id = plain[['quota', 'ending', 'other'].indexOf(kind)] ?? plain[2];
  return telling({
    line: `${id}.line`,
    why: kind === 'other' ? refusedWhy(fact.code) : `${id}.why`,
    whatIf: kind === 'quota' ? 'story.refused.quota.if' : undefined,
    params: {
      who: whoOf(fact.component),
      code: fact.code,
      object: objectWords({ ...(sent?.ref ?? none), name: '' }).split(' ')[0] ?? '',
      quota: quota ?? '',
      namespace: sent?.ref.namespace ?? '',
    },
    anchors: { who: room, api: 'kube-apiserver', check: 'kube-apiserver/validate' },
    cast: [outerRoom(fact.component), 'kube-apiserver'],
    changed: [changed('story.changed.answer', { code: fact.code }), ...messageLines(message)],
    terms: ['admission', 'rbac'].slice(kind === 'other' ? 1 : 0, kind === 'other' ? 2 : 1),
  });
}

const none = { resource: '', namespace: '', name: '' };

const refusedWhy = (code: number): StoryId =>
  code === 403 ? 'story.refused.403.why' : 'story.refused.other.why';

/** The message of a refusal, as Kubernetes words it. */
export const messageLines = (message: string): readonly ChangedLine[] =>
  message === '' ? [] : [literal(firstLine(message, 200))];

/** Nobody answered. */
export function ofNoConnection(fact: FactOf<'ConnectionFailed'>, run: TellingRun): Telling {
  const sent = first(run.request, 'RequestSent');
  return telling({
    line: 'story.unreachable.line',
    why: 'story.unreachable.why',
    whatIf: 'story.unreachable.if',
    params: {
      who: whoOf(fact.component),
      object: sent === undefined ? '' : objectKey(sent.ref),
    },
    anchors: { who: roomFor(fact.component), api: 'kube-apiserver' },
    cast: [outerRoom(fact.component), 'kube-apiserver'],
    changed: messageLines(fact.message),
    terms: ['api-server'],
  });
}
