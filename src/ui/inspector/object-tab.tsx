/** The object of this step as stored at the cursor, with the lines that just changed marked. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { CodeBlock } from './code-block.tsx';
import { useSubject } from './focus.ts';
import { changesOf, previousOf } from './history.ts';
import { yamlText } from './yaml-text.ts';

export default function ObjectTab(): ReactNode {
  const t = useT();
  const subject = useSubject();
  if (subject?.object === undefined) return <p>{t('inspector.object.none')}</p>;
  const { stored, object, key } = subject;
  const text = yamlText(object, String(stored?.revision ?? ''));
  const previous = stored === undefined ? undefined : previousOf(stored);
  const lines =
    previous === undefined
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => ({ text: line }))
      : changesOf(previous.text, text).filter(({ mark }) => mark !== 'removed');
  return (
    <>
      {stored === undefined && <p className="q">{t('inspector.object.notYet')}</p>}
      <CodeBlock lines={lines} label={key} />
    </>
  );
}
