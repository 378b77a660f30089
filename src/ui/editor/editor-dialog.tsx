/**
 * The manifest editor: YAML with fields completed and mistakes marked by the worker, applied at the
 * cursor. What the API server refuses is marked at its line.
 */
import './editor.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icons.tsx';
import { outcomeOf } from './apply.ts';
import { createEditor, type ManifestEditor, type Problem } from './code-mirror.ts';
import { closeEditor, type Draft } from './editor-store.ts';
import { exampleNames, examples } from './examples.ts';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';

export default function EditorDialog({ draft }: { readonly draft: Draft }): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ManifestEditor | undefined>(undefined);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [asking, setAsking] = useState(false);
  const [keeping, setKeeping] = useState<Keeping | undefined>();
  const apply = useRef(() => {});
  apply.current = () => {
    const text = editor.current?.text() ?? '';
    if (asking || text.trim() === '') return;
    setAsking(true);
    void applied(draft.line, text).then((message) => {
      setAsking(false);
      if (message === undefined) {
        dropDraft();
        dialog.current?.close();
      } else void editor.current?.locate(message);
    });
  };
  const label = useRef(t('editor.label'));
  useEffect(() => {
    dialog.current?.showModal();
    if (host.current === null) return undefined;
    const text = draft.text === '' ? examples.deployment : draft.text;
    const place = { line: draft.line, begun: text };
    const kept = keptDraft(place);
    setKeeping(kept === undefined ? undefined : 'again');
    const begun = createEditor(host.current, {
      text: kept ?? text,
      changed: (now) => setKeeping(keepDraft(place, now) ? undefined : 'full'),
      label: label.current,
      apply: () => apply.current(),
      hear: setProblems,
    });
    editor.current = begun;
    begun.focus();
    return () => begun.destroy();
  }, [draft]);
  return (
    <Dialog
      ref={dialog}
      className="editor"
      title={draft.edits ? t('editor.edit', { line: draft.line }) : t('editor.title')}
      tools={!draft.edits && <Examples choose={(text) => editor.current?.replace(text)} />}
      onClose={closeEditor}
    >
      <div ref={host} className="editor-host" data-testid="editor" />
      <Problems problems={problems} asking={asking} show={(from) => editor.current?.show(from)} />
      {keeping !== undefined && (
        <p role="status" className={keeping === 'full' ? 'warn' : 'qq'}>
          {t(`editor.${keeping}`)}
        </p>
      )}
      <footer>
        <span className="qq">{t('editor.hint')}</span>
        <button
          type="button"
          className="btn primary"
          aria-disabled={asking}
          onClick={() => apply.current()}
        >
          {t(draft.edits ? 'editor.save' : 'editor.apply')}
        </button>
      </footer>
    </Dialog>
  );
}

/** The text is that of before, or the browser cannot keep it. */
type Keeping = 'again' | 'full';

/** Runs the command at the cursor; resolves with its output if it failed. */
function applied(line: string, text: string): Promise<string | undefined> {
  player.getState().runCommand(line, { stdin: text.endsWith('\n') ? text : `${text}\n` });
  return outcomeOf(player);
}

function Examples({ choose }: { readonly choose: (text: string) => void }): ReactNode {
  const t = useT();
  return (
    <label className="editor-examples">
      <span className="lbl">{t('editor.example')}</span>
      <select onChange={(event) => choose(examples[event.target.value as 'deployment'])}>
        {exampleNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly asking: boolean;
  readonly show: (from: number) => void;
}

function Problems({ problems, asking, show }: ProblemsProps): ReactNode {
  const t = useT();
  const n = problems.length;
  const summary = n === 0 ? t('editor.clean') : t('editor.problems', { n });
  return (
    <div className="editor-problems">
      <p role="status" className={n === 0 ? 'qq' : ''}>
        {asking ? t('editor.running') : summary}
      </p>
      <ul>
        {problems.map(({ from, line, message, severity }) => (
          <li key={`${from} ${message}`}>
            <button type="button" onClick={() => show(from)}>
              <span className={severity === 'error' ? 'fail' : 'warn'}>
                <Icon name={severity === 'error' ? 'denied' : 'warning'} />
              </span>
              <span className="num qq">{t('editor.line', { line })}</span>
              <span>{message}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
