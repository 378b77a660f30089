/**
 * CodeMirror for manifests: completion and marks come from the worker, colours from the tokens.
 *
 * It stands in a shadow root, where its style sheets are adopted: the Content-Security-Policy of
 * the page allows no style element.
 */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import {
  type Diagnostic,
  forEachDiagnostic,
  linter,
  lintGutter,
  setDiagnostics,
} from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t as translated } from '#i18n/locale';
import { player } from '#player/player';

export interface Problem {
  readonly from: number;
  /** From 1. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface ManifestEditor {
  text(): string;
  replace(text: string): void;
  /** Puts the cursor there. */
  show(from: number): void;
  /** Marks the place that a message of the API server names. */
  locate(message: string): Promise<void>;
  focus(): void;
  destroy(): void;
}

interface EditorOptions {
  readonly text: string;
  readonly label: string;
  readonly apply: () => void;
  /** Called whenever the text changes. */
  readonly changed: (text: string) => void;
  /** Called whenever the marks change. */
  readonly hear: (problems: readonly Problem[]) => void;
}

export function createEditor(
  host: HTMLElement,
  { text, label, apply, changed, hear }: EditorOptions,
): ManifestEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const listener = EditorView.updateListener.of(({ state, transactions, docChanged }) => {
    if (docChanged) changed(state.doc.toString());
    if (transactions.length > 0) hear(problemsOf(state));
  });
  const state = EditorState.create({
    doc: text,
    extensions: [
      keymap.of([
        { key: 'Mod-Enter', run: applied(apply) },
        // After Escape the next Tab leaves the editor.
        indentWithTab,
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      ...looks,
      ...help,
      listener,
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  // Escape ends a completion, and lets the next Tab leave; it does not close the dialog.
  host.onkeydown = (event) => {
    if (event.key === 'Escape') event.preventDefault();
  };
  return {
    text: () => view.state.doc.toString(),
    replace(next) {
      const changes = { from: 0, to: view.state.doc.length, insert: next };
      view.dispatch({ changes });
      view.focus();
    },
    show(from) {
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    async locate(message) {
      const doc = view.state.doc.toString();
      const answer = await player.getState().ask({ kind: 'locate', text: doc, message });
      const length = view.state.doc.length;
      const marks = (answer?.problems ?? []).map((problem) => within(problem, length));
      view.dispatch(setDiagnostics(view.state, marks));
      const [first] = marks;
      if (first !== undefined) view.dispatch({ effects: EditorView.scrollIntoView(first.from) });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** A command of the keymap that takes its key. */
const applied = (apply: () => void) => (): boolean => {
  apply();
  return true;
};

function problemsOf(state: EditorState): readonly Problem[] {
  const problems: Problem[] = [];
  forEachDiagnostic(state, ({ severity, message }, from) => {
    const line = state.doc.lineAt(Math.min(from, state.doc.length)).number;
    problems.push({ from, line, severity: severity === 'error' ? 'error' : 'warning', message });
  });
  return problems;
}

/** Silence is no praise: nobody has looked at the manifest. */
const unchecked = (): Diagnostic => ({
  from: 0,
  to: 0,
  severity: 'warning',
  message: translated('editor.unchecked'),
});

const within = ({ from, to, ...rest }: Diagnostic, length: number): Diagnostic => ({
  ...rest,
  from: Math.min(from, length),
  to: Math.min(to, length),
});

/** What the worker knows of kinds and fields. */
const help: readonly Extension[] = [
  linter(
    async ({ state }) => {
      const text = state.doc.toString();
      const answer = await player.getState().ask({ kind: 'check', text });
      if (answer === undefined) return [unchecked()];
      return answer.problems.map((problem) => within(problem, text.length));
    },
    { delay: 400 },
  ),
  lintGutter(),
  autocompletion({
    override: [
      async (context: CompletionContext): Promise<CompletionResult | null> => {
        const { pos, explicit } = context;
        if (!explicit && context.matchBefore(/[\w./-]+|:\s/) === null) return null;
        const text = context.state.doc.toString();
        const answer = await player.getState().ask({ kind: 'complete', text, offset: pos });
        if (answer === undefined || answer.options.length === 0) return null;
        return { from: answer.from, options: [...answer.options], validFor: /^[\w./-]*$/ };
      },
    ],
  }),
];

const highlight = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--fam-apiserver)' },
  { tag: [tags.string, tags.content], color: 'var(--ink-1)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--ink-2)' },
]);

const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--ink-1)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--fs-13)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink-1)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink-1)' },
  '.cm-gutters': {
    color: 'var(--ink-3)',
    backgroundColor: 'var(--sunken)',
    borderRight: '1px solid var(--line-1)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunken)' },
  '.cm-selectionBackground': { backgroundColor: 'var(--now-tint) !important' },
  '.cm-tooltip': {
    color: 'var(--ink-1)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--r-control)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--ink-inverse)',
    backgroundColor: 'var(--ink-1)',
  },
  '.cm-completionDetail': { marginLeft: '1em', fontStyle: 'normal', opacity: '0.8' },
  '.cm-completionInfo': { maxWidth: '24rem', fontFamily: 'var(--font-ui)' },
  '.cm-diagnostic': { fontFamily: 'var(--font-ui)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--st-fail)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--st-warn)' },
  // The pictures that mark a stretch are data addresses; a coloured line replaces them.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--st-fail)',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--st-warn)',
  },
});

const looks: readonly Extension[] = [
  lineNumbers(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  yaml(),
  syntaxHighlighting(highlight),
  theme,
];
