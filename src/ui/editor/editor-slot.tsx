/** Where the manifest editor opens; fetched with the first manifest. */
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useT } from '#i18n/locale';
import { useEditor } from './editor-store.ts';

const EditorDialog = lazy(() => import('./editor-dialog.tsx'));

export function EditorSlot(): ReactNode {
  const t = useT();
  const draft = useEditor((state) => state.draft);
  if (draft === undefined) return null;
  return (
    <ErrorLine words={t('editor.failed')}>
      <Suspense fallback={null}>
        <EditorDialog key={draft.line + draft.text} draft={draft} />
      </Suspense>
    </ErrorLine>
  );
}

interface Props {
  readonly words: string;
  readonly children: ReactNode;
}

/** Says in a line that a part of the page could not be fetched, instead of breaking the page. */
class ErrorLine extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { words, children } = this.props;
    return this.state.failed ? <p role="alert">{words}</p> : children;
  }
}
