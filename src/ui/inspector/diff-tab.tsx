/** What the last write changed in the object of this step. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { CodeBlock } from './code-block.tsx';
import { useSubject } from './focus.ts';
import { changesOf, folded, previousOf } from './history.ts';
import { yamlText } from './yaml-text.ts';

export default function DiffTab(): ReactNode {
  const t = useT();
  const subject = useSubject();
  const stored = subject?.stored;
  if (stored?.object === undefined) return <p>{t('inspector.diff.none')}</p>;
  const previous = previousOf(stored);
  if (previous === undefined) return <p>{t('inspector.diff.none')}</p>;
  const text = yamlText(stored.object, String(stored.revision));
  const lines = folded(changesOf(previous.text, text));
  const between = t('inspector.diff.between', { from: previous.revision, to: stored.revision });
  if (lines.length === 0) return <p>{t('inspector.diff.same')}</p>;
  return (
    <>
      <p className="mono q">{stored.key}</p>
      <CodeBlock lines={lines} label={between} copy={text} />
    </>
  );
}
