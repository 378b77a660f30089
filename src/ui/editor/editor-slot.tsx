/** Where the manifest editor opens; fetched with the first manifest. */
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorLine } from '#diagram/error-line.tsx';
import { useT } from '#i18n/locale';
import { useEditor } from './editor-store.ts';

const EditorDialog = lazy(() => import('./editor-dialog.tsx'));

export function EditorSlot(): ReactNode {
  const t = useT();
  const draft = useEditor((state) => state.draft);
  if (draft === undefined) return null;
  return (
    <ErrorLine words={() => t('editor.failed')}>
      <Suspense fallback={null}>
        <EditorDialog key={draft.line + draft.text} draft={draft} />
      </Suspense>
    </ErrorLine>
  );
}
