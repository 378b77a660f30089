/** The manifest that the editor is open with; the editor itself is fetched when it is opened. */
import { create } from 'zustand';

export interface Draft {
  /** The command that takes the text on its standard input. */
  readonly line: string;
  readonly text: string;
  /** An existing object, from `kubectl edit`. */
  readonly edits: boolean;
}

interface EditorState {
  readonly draft: Draft | undefined;
}

export const useEditor = create<EditorState>(() => ({ draft: undefined }));

export const applyLine = 'kubectl apply -f -';

/** Opens the editor with an empty manifest, or with an object that is to be changed. */
export function openEditor(draft: Draft = { line: applyLine, text: '', edits: false }): void {
  useEditor.setState({ draft });
}

export const closeEditor = (): void => useEditor.setState({ draft: undefined });
