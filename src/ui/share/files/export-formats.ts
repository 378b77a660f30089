/** The formats in which a run can be exported: a name for the file, its type, and its text. */
import { defined } from '#base/defined';
import { auditLog } from '#export/audit-log';
import { chromeTrace } from '#export/chrome-trace';
import { kubectlScript } from '#export/kubectl-script';
import { mermaidSequence } from '#export/mermaid';
import { otlpJson } from '#export/otlp';
import { outlineOf } from '#export/outline';
import { savedRunText } from '#export/saved-run';
import { transcriptHtml } from '#export/transcript-html';
import { type TranscriptHead, transcriptMarkdown } from '#export/transcript-markdown';
import { type ExportWords, plain } from '#export/words';
import { titleOf } from '#facts/title-of';
import { t, useLocale } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { captionInLog } from '#player/caption-in-log';
import { player } from '#player/player';
import type { PlayerState } from '#player/player-state';
import { useLesson } from '../../lesson/lesson-store.ts';
import { useTour } from '../../tour/tour-store.ts';
import { useTourWords } from '../../tour/tour-words.ts';

export interface ExportFormat {
  readonly id: string;
  /** A name that is the same in every language, or a message. */
  readonly label: string | { readonly id: MessageId };
  readonly hint?: MessageId;
  readonly ending: string;
  readonly type: string;
  /** The file's text, for the facts known now. */
  readonly text: (context: ExportContext) => string;
}

export interface ExportContext {
  readonly recording: NonNullable<PlayerState['recording']>;
  readonly title: string;
  /** The address of this page, for links to its steps. */
  readonly address: string;
}

export const transcriptFormats: readonly ExportFormat[] = [
  {
    id: 'markdown',
    label: 'Markdown',
    ending: 'md',
    type: 'text/markdown',
    text: (context) => transcriptMarkdown(outline(), headOf(context), exportWords()),
  },
  {
    id: 'html',
    label: 'HTML',
    ending: 'html',
    type: 'text/html',
    text: (context) => transcriptHtml(outline(), headOf(context), exportWords()),
  },
];

export const runFormats: readonly ExportFormat[] = [
  {
    id: 'chrome',
    label: 'Chrome trace',
    hint: 'export.hint.chrome',
    ending: 'trace.json',
    type: 'application/json',
    text: () =>
      chromeTrace(player.getState().log, {
        from: firstFact(),
        titleOf: (fact) => titleOf(fact, t),
      }),
  },
  {
    id: 'otlp',
    label: 'OpenTelemetry (OTLP)',
    hint: 'export.hint.otlp',
    ending: 'otlp.json',
    type: 'application/json',
    text: ({ recording: { seed } }) => otlpJson(player.getState().log, { seed, from: firstFact() }),
  },
  {
    id: 'mermaid',
    label: 'Mermaid',
    hint: 'export.hint.mermaid',
    ending: 'mmd',
    type: 'text/plain',
    text: () => {
      const { log } = player.getState();
      const chapter = (index: number): string =>
        t(`chapter.${log.chapters[index]?.id ?? 'command'}`);
      const words = { chapter, titleOf: (fact: Parameters<typeof titleOf>[0]) => titleOf(fact, t) };
      return mermaidSequence(log, words, t('export.cut'));
    },
  },
  {
    id: 'audit',
    label: { id: 'export.audit' },
    hint: 'export.hint.audit',
    ending: 'audit.jsonl',
    type: 'application/jsonl',
    text: () => auditLog(player.getState().log.facts, firstFact()),
  },
  {
    id: 'script',
    label: { id: 'export.script' },
    hint: 'export.hint.script',
    ending: 'sh',
    type: 'text/x-shellscript',
    text: ({ recording }) => kubectlScript(recording),
  },
  {
    id: 'saved',
    label: { id: 'export.saved' },
    hint: 'export.hint.saved',
    ending: 'run.json',
    type: 'application/json',
    text: ({ recording }) => {
      const { step, status } = player.getState();
      const tour = useTour.getState().tour?.id;
      return savedRunText({
        recording,
        ...defined({
          step: step?.id,
          tour,
          lesson: openLesson(),
          hash: status.kind === 'done' ? status.hash : undefined,
        }),
      });
    },
  },
];

/** The open lesson as its author wrote it; `undefined` if none is open. */
export const openLesson = (): string | undefined => {
  const { text } = useLesson.getState();
  return useTour.getState().tour?.id === 'lesson' && text !== '' ? text : undefined;
};

export const lessonFormat: ExportFormat = {
  id: 'lesson',
  label: { id: 'export.lesson' },
  hint: 'export.hint.lesson',
  ending: 'yaml',
  type: 'application/yaml',
  text: () => openLesson() ?? '',
};

/** Exports leave the cluster's start out, unless the run contains nothing else. */
const firstFact = (): number => player.getState().steps[0]?.fact ?? 1;

const outline = (): ReturnType<typeof outlineOf> =>
  outlineOf(player.getState().log, captionInLog, useTour.getState().tour);

function headOf({ title, address }: ExportContext): TranscriptHead {
  const linkTo = (step: string): string => {
    const url = new URL(address);
    url.searchParams.set('step', step);
    url.search = url.search.replace(/%2F/g, '/').replace(/%7E/g, '~');
    return url.href;
  };
  return { title, about: plain(t('transcript.about')), linkTo };
}

function exportWords(): ExportWords {
  const { words, fallback } = useTourWords.getState();
  return {
    lang: useLocale.getState().locale,
    text: ({ id, params = {} }) => t(id, params),
    tourText: (id) => words[id] ?? fallback[id] ?? '',
  };
}
