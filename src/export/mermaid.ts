/**
 * The main line of a run as a Mermaid sequence diagram: the requests between components, and what
 * each one found. For READMEs and wikis, which draw it themselves.
 */
import { detailsOf } from '#facts/details/details';
import { roomOf } from '#player/place';
import type { Step } from '#player/steps';
import type { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';
import { sentFor } from './spans.ts';

/** The number of characters that Mermaid reads unless its host allows more. */
const longest = 50_000;
const longestLine = 160;

export interface MermaidWords {
  /** A step in a few words. */
  readonly titleOf: (fact: Fact) => string;
  /** The title of a chapter of the run, by its index. */
  readonly chapter: (index: number) => string;
}

/**
 * The diagram's text. A run too long for Mermaid loses its notes first; then the end is left out as
 * far as necessary, and a note reports that.
 */
export function mermaidSequence(log: TraceLog, words: MermaidWords, leftOut: string): string {
  const full = diagram(log, words, true);
  if (full.text.length <= longest) return full.text;
  const brief = diagram(log, words, false);
  if (brief.text.length <= longest) return brief.text;
  const end = `  Note over ${brief.first}: ${clean(leftOut)}\n`;
  const cut = brief.text.lastIndexOf('\n', longest - end.length);
  return brief.text.slice(0, cut + 1) + end;
}

interface Diagram {
  readonly text: string;
  readonly first: string;
}

function diagram(log: TraceLog, words: MermaidWords, notes: boolean): Diagram {
  const names = new Map<string, string>();
  const nameOf = (room: string): string => {
    const known = names.get(room) ?? `p${names.size}`;
    names.set(room, known);
    return known;
  };
  const lines: string[] = [];
  let chapter: number | undefined;
  for (const step of log.steps) {
    const fact = step.main ? log.fact(step.fact) : undefined;
    if (fact === undefined) continue;
    const line = stepLine(log, step, fact, words, nameOf, notes);
    if (line === undefined) continue;
    if (step.chapter !== chapter) {
      const place = nameOf(roomOf(fact.component) ?? fact.component);
      lines.push(`  Note over ${place}: ${clean(words.chapter(step.chapter))}`);
    }
    chapter = step.chapter;
    lines.push(`  ${line}`);
  }
  const parts = [...names].map(([room, name]) => `  participant ${name} as ${clean(room)}`);
  const text = ['sequenceDiagram', '  autonumber', ...parts, ...lines, ''].join('\n');
  return { text, first: [...names.values()][0] ?? 'p0' };
}

type NameOf = (room: string) => string;

function stepLine(
  log: TraceLog,
  { fact: id }: Step,
  fact: Fact,
  { titleOf }: MermaidWords,
  nameOf: NameOf,
  notes: boolean,
): string | undefined {
  const here = roomOf(fact.component) ?? fact.component;
  const text = clean(titleOf(fact));
  const message = (from: string, sign: string, to: string): string =>
    `${nameOf(from)}${sign}${nameOf(to)}: ${text}`;
  switch (detailsOf(fact).message) {
    case 'request':
      return message(here, '->>', 'kube-apiserver');
    case 'response':
      return message('kube-apiserver', '-->>', here);
    case 'watch event':
      return message('kube-apiserver', '-)', here);
    case 'write':
      return sentFor(log, fact) === undefined
        ? message(here, '->>', here)
        : message('kube-apiserver', '->>', 'etcd');
    case 'call':
      return message(here, '->>', `${here}/containerd`);
    case 'return':
      return message(`${here}/containerd`, '-->>', here);
    default:
      return notes && log.fact(id) !== undefined ? `Note over ${nameOf(here)}: ${text}` : undefined;
  }
}

/** One line that Mermaid reads as text: its own signs as entities, as its manual describes. */
function clean(text: string): string {
  const line = text.replaceAll('**', '').replace(/\s+/g, ' ').trim();
  const short = line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line;
  return short.replace(/[#;<>]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
