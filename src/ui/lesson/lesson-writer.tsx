/** A lesson in the making: the strip while it is recorded, then its text, to be gone on with. */
import './lesson.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t as translate, useT } from '#i18n/locale';
import type { LessonProblem } from '#scenarios/lessons/lesson';
import { readLesson } from '#scenarios/lessons/read-lesson';
import { CopyButton } from '../copy-button.tsx';
import { Dialog } from '../dialog.tsx';
import { download } from '../share/files/download.ts';
import { showNotice } from '../shell/notice-store.ts';
import { useLesson } from './lesson-store.ts';
import { openText } from './open-lesson.ts';
import { recordedLesson, recordStops, useRecorder } from './recorder.ts';

const fileName = 'lesson.yaml';
const close = (): void => useLesson.setState({ writing: undefined });

export default function LessonWriter(): ReactNode {
  const writing = useLesson((state) => state.writing);
  return writing?.kind === 'text' ? <LessonEditor text={writing.text} /> : <Recorder />;
}

function Recorder(): ReactNode {
  const t = useT();
  const stops = useRecorder((state) => state.stops.size);
  useEffect(recordStops, []);
  const finish = (): void => {
    const text = recordedLesson(translate('lesson.untitled'));
    if (text === undefined) showNotice({ id: 'lesson.cannotRecord' });
    useLesson.setState({ writing: text === undefined ? undefined : { kind: 'text', text } });
  };
  return (
    <div className="lesson-recorder">
      <span role="status">{t('lesson.recording', { stops })}</span>
      <button type="button" className="btn primary" onClick={finish}>
        {t('lesson.finish')}
      </button>
      <button type="button" className="btn" onClick={close}>
        {t('lesson.stop')}
      </button>
    </div>
  );
}

function LessonEditor({ text: first }: { readonly text: string }): ReactNode {
  const t = useT();
  const [text, setText] = useState(first);
  const [problems, setProblems] = useState<readonly LessonProblem[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const open = (): void => {
    const read = readLesson(text);
    setProblems(read.ok ? [] : read.error);
    if (read.ok) void openText(text, fileName).then(close, close);
  };
  return (
    <Dialog ref={dialog} className="lesson-writer" title={t('lesson.text')} onClose={close}>
      <textarea
        aria-label={t('lesson.text')}
        spellCheck={false}
        rows={18}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul role="alert" className="problems">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <span className="num">{t('lesson.line', { line })}</span>{' '}
            <span lang="en">{message}</span>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <button type="button" className="btn primary" onClick={open}>
          {t('lesson.openText')}
        </button>
        <CopyButton text={text} label={t('share.copy')} />
        <button
          type="button"
          className="btn"
          onClick={() => download(fileName, new Blob([text], { type: 'application/yaml' }))}
        >
          {t('lesson.save')}
        </button>
      </div>
    </Dialog>
  );
}
