/**
 * The tellings of a session: what a person types for a command that runs, and what the program in
 * the container answers, over the connection that `kubectl exec -it`, `attach` or `run -it` keeps
 * open.
 */
import type { FactOf } from '#trace/facts';
import { terminalInputWords } from '#trace/terminal-input';
import type { Telling } from '../telling.ts';
import { firstLine } from '../words.ts';
import { literal, type StoryId, telling } from './compose.ts';
import { isAboutSession } from './connect.ts';
import { asStored } from './objects.ts';
import { all, type TellingRun } from './telling-run.ts';

type Typed = FactOf<'TerminalTyped'>;

/** The request that the session runs over; `undefined`: no program in a container reads. */
function connectionOf(input: number, run: TellingRun): FactOf<'RequestSent'> | undefined {
  const entered = run.latest('CommandEntered', (each) => each.input === input)?.id ?? 0;
  // Also any request before the command, so that the search ends there.
  const found = run.latest(
    'RequestSent',
    ({ id, component, url }) => id < entered || (component === 'kubectl' && forInput.test(url)),
  );
  return found !== undefined && found.id > entered ? found : undefined;
}

const forInput = /\/(?:exec|attach)\?(?:.*&)?stdin=true/;
const forTerminal = /[?&]tty=true/;

/** Who reads what was typed. */
function reachOf({ typed }: Typed, url: string | undefined): 'container' | 'kubectl' {
  if (url === undefined) return 'kubectl';
  // Without a terminal at the far end the signal is for kubectl.
  return typed.kind === 'interrupt' && !forTerminal.test(url) ? 'kubectl' : 'container';
}

const lines: Readonly<Record<'container' | 'kubectl', Readonly<Record<string, StoryId>>>> = {
  container: {
    text: 'story.typed.text.line',
    end: 'story.typed.end.line',
    interrupt: 'story.typed.interrupt.line',
  },
  kubectl: {
    text: 'story.typed.unread.line',
    end: 'story.typed.unread.end.line',
    interrupt: 'story.typed.stop.line',
  },
};

export function ofTyped(fact: Typed, run: TellingRun): Telling | undefined {
  const connection = connectionOf(fact.command, run);
  const reach = reachOf(fact, connection?.url);
  const line = lines[reach][fact.typed.kind];
  if (line === undefined) return undefined;
  const text = firstLine(terminalInputWords(fact.typed), 40);
  const { namespace, name } = connection?.ref ?? { namespace: '', name: '' };
  const node = asStored(run.stored(`pods/${namespace}/${name}`)).spec?.nodeName;
  const far = node === undefined ? [] : ['kube-apiserver', `${node}/container`];
  return telling({
    line,
    why: whyOf(line, run),
    whatIf: undefined,
    params: { text },
    anchors: { kubectl: 'kubectl', typed: 'kubectl/output', api: 'kube-apiserver' },
    cast: ['kubectl', 'kubectl/output', ...(reach === 'container' ? far : [])],
    changed: [literal(text, '+')],
    terms: [],
  });
}

/** The reason is given once in a session. */
function whyOf(line: StoryId, run: TellingRun): StoryId | undefined {
  if (line === 'story.typed.stop.line') return 'story.typed.stop.why';
  if (line.startsWith('story.typed.unread')) return undefined;
  return all(run.toldOfCommand, 'TerminalTyped').length === 0 ? 'story.typed.why' : undefined;
}

/** What is shown at a terminal in a session. */
export interface SessionOutput {
  /** What the program wrote, without what the terminal repeats, and without a prompt. */
  readonly lines: readonly string[];
  readonly hasPrompt: boolean;
  /** Whether something was typed before it. */
  readonly isAnswer: boolean;
}

/**
 * What the program in the container answered in this beat; `undefined` outside of a session with a
 * terminal at the far end.
 */
export function answeredIn(
  fact: FactOf<'OutputPrinted'>,
  run: TellingRun,
): SessionOutput | undefined {
  const url = connectionOf(fact.input, run)?.url;
  if (url === undefined || !forTerminal.test(url)) return undefined;
  // Before and after it kubectl has words of its own.
  if (isAboutSession(fact) || run.causeOf(fact)?.type !== 'StreamPieceSent') return undefined;
  const printed = all(run.folded, 'OutputPrinted');
  if (printed.some(({ stream }) => stream === 'stderr')) return undefined;
  const shown = printed
    .map(({ text }) => text)
    .join('')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const prompt = shown.pop() ?? '';
  const typed = run.latest('TerminalTyped', ({ command }) => command === fact.input);
  const echo = typed === undefined ? undefined : terminalInputWords(typed.typed);
  const isEcho = (line: string, index: number): boolean =>
    index === 0 && line.endsWith(echo ?? '\n');
  const lines = shown.filter((line, index) => line !== '' && !isEcho(line, index));
  return { lines, hasPrompt: prompt !== '', isAnswer: typed !== undefined };
}

/** What is said of it: the answer, or that the program waits for a line. */
export function sessionLine({ lines, hasPrompt, isAnswer }: SessionOutput): StoryId {
  if (lines.length === 0) {
    if (!hasPrompt) return 'story.session.echo.line';
    return isAnswer ? 'story.session.again.line' : 'story.session.prompt.line';
  }
  return lines.length === 1 ? 'story.session.answer.line' : 'story.session.answers.line';
}
