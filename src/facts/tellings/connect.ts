/**
 * The tellings of requests that end in a container: `kubectl exec`, `attach` and `logs`, which the
 * API server passes on to a kubelet, and where the words come from that kubectl prints then.
 */
import type { FactOf } from '#trace/facts';
import { isPassedOn, pathOf } from '../requests.ts';
import type { Telling } from '../telling.ts';
import { firstLine } from '../words.ts';
import { changed, type StoryId, telling } from './compose.ts';
import { asStored } from './objects.ts';
import { calledOf, type TellingRun } from './telling-run.ts';

type Sent = FactOf<'RequestSent'>;

const isOfLogs = ({ url }: Sent): boolean => url.startsWith('/containerLogs/');

/** The API server sends a kubelet what it cannot answer itself. */
export function ofPassedOn(fact: Sent, run: TellingRun): Telling {
  const { namespace, name } = fact.ref;
  const node = asStored(run.stored(`pods/${namespace}/${name}`)).spec?.nodeName ?? '';
  return telling({
    line: isOfLogs(fact) ? 'story.passed.log.line' : 'story.passed.line',
    why: 'story.passed.why',
    whatIf: 'story.passed.if',
    params: { node },
    anchors: { api: 'kube-apiserver', kubelet: `${node}/kubelet` },
    cast: ['kube-apiserver', node],
    changed: [
      changed('story.changed.request', { request: `${fact.method} ${pathOf(fact.url)}` }, '+'),
    ],
    terms: ['api-server', 'kubelet'],
  });
}

/** A process that is started in a container which runs already. */
export function ofExec(fact: FactOf<'CriReturned'>, run: TellingRun): Telling {
  const { node } = fact;
  const command = firstLine((calledOf(fact, run)?.request.cmd ?? []).join(' '), 40);
  return telling({
    line: 'story.exec.line',
    why: 'story.exec.why',
    whatIf: 'story.exec.if',
    params: { command },
    anchors: {
      kubelet: `${node}/kubelet`,
      containerd: `${node}/containerd`,
      container: `${node}/container`,
    },
    cast: [`${node}/kubelet`, `${node}/containerd`, `${node}/container`],
    changed: [changed('story.changed.exec', { command }, '+')],
    terms: ['cri'],
  });
}

/**
 * Where the words come from that kubectl prints: a program in a container, its log, kubectl itself,
 * another server that the API server asks, no object at all, or the records of the API server.
 * `other`: kubectl says what it does, or what was decided.
 */
export type PrintedSource =
  | ('container' | 'log' | 'local')
  | ('extension' | 'path' | 'records' | 'other');

export function sourceOf(fact: FactOf<'OutputPrinted'>, run: TellingRun): PrintedSource {
  if (isAboutSession(fact)) return 'other';
  const { input } = fact;
  const entered = run.latest('CommandEntered', (each) => each.input === input)?.id ?? 0;
  const askedBy = (who: string, accepts: (fact: Sent) => boolean = () => true) =>
    run.latest('RequestSent', (each) => each.component === who && accepts(each));
  const asked = askedBy('kubectl');
  if (asked === undefined || asked.id < entered) return 'local';
  const passed = askedBy('kube-apiserver', isPassedOn);
  if (passed !== undefined && passed.id > asked.id) {
    if (isOfLogs(passed)) return 'log';
    // Of a forwarded port only kubectl itself prints anything.
    return passed.url.startsWith('/portForward/') ? 'other' : 'container';
  }
  const further = askedBy('kube-apiserver', ({ ref }) => ref.resource !== '');
  const same = further && askedBy('kubectl', ({ url }) => url === further.url);
  if (same !== undefined && same.id > entered) return 'extension';
  if (asked.ref.resource === '') return 'path';
  const parsed = run.latest('CommandParsed', (each) => each.input === input);
  return reading.test(parsed?.command ?? '') ? 'records' : 'other';
}

/** What kubectl itself says before and after it connects a terminal with a container. */
export const isAboutSession = ({ text }: FactOf<'OutputPrinted'>): boolean =>
  /^(?:All commands and output from|If you don't see|Session ended|Defaulted container)/.test(text);

/** Commands of kubectl that print what they have read. */
const reading = /^(?:get|describe|events|top|wait|diff|rollout)\b/;

/** The line for what the API server has only passed on, or never seen. */
export function sourceLine(source: PrintedSource, lines: number): StoryId | undefined {
  if (source !== 'container' && source !== 'log' && source !== 'local') return undefined;
  return lines === 1 ? `story.print.${source}.line` : `story.print.lines.${source}.line`;
}

/** Why it could be printed. */
export const sourceWhy: Readonly<Record<PrintedSource, StoryId | undefined>> = {
  container: 'story.print.container.why',
  log: 'story.print.log.why',
  local: 'story.print.local.why',
  extension: 'story.print.extension.why',
  path: 'story.print.path.why',
  records: 'story.print.read.why',
  other: undefined,
};
