/** The errors of a lesson, line by line, as `npm run lesson` prints them for its author. */
import './lesson.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#i18n/locale';
import { Dialog } from '../dialog.tsx';
import { useLesson } from './lesson-store.ts';

export default function LessonProblems(): ReactNode {
  const t = useT();
  const { name, problems } = useLesson();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const title = name === '#' ? t('lesson.problems.link') : t('lesson.problems', { name });
  return (
    <Dialog
      ref={dialog}
      className="lesson-problems"
      title={title}
      onClose={() => useLesson.setState({ problems: [] })}
    >
      <ul>
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line > 0 && <span className="num">{t('lesson.line', { line })}</span>}{' '}
            <span lang="en">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
