/**
 * What the manifest editor is open with, and which typed commands open it; the editor itself is
 * fetched when it is opened.
 */
import { create } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Player } from '#player/player-state';
import { lastCommand } from './apply.ts';

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

/** Not what comes out of a pipe, or out of a file or the line itself (`<`). */
const takesManifest =
  /^kubectl\s+(apply|create|replace)\b[^|<\n]*(\s-f\s*-|--filename[ =]-)(\s[^<]*)?$/;
/** `cat > FILE` and `tee FILE` wait for a text, too. */
const takesText = /^(cat\s*>>?|tee\s)\s*[^\s<>|;&]+$/;
const edits = /^kubectl\s+edit\s+/;

/** Whether a line opens the editor instead of running as it stands. */
export const opensEditor = (line: string): boolean =>
  takesManifest.test(line) ||
  takesText.test(line) ||
  (edits.test(line) && !/--help|\s-h\b/.test(line));

/** Opens the editor for a line that reads its standard input; `false` when it reads none. */
export function openFor(player: StoreApi<Player>, line: string): boolean {
  if (!opensEditor(line)) return false;
  if (!edits.test(line)) openEditor({ line, text: '', edits: false });
  else void openObject(player, line);
  return true;
}

/** As kubectl edit does: the object is read first. What cannot be read stands in the terminal. */
async function openObject(player: StoreApi<Player>, line: string): Promise<void> {
  player.getState().runCommand(`${line.replace(edits, 'kubectl get ')} -o yaml`);
  const got = await lastCommand(player);
  if (got === undefined) return;
  const { recording, log } = player.getState();
  const input = (recording?.inputs.length ?? 0) - 1;
  const exit = log.facts.findLast((fact) => fact.type === 'CommandExited' && fact.input === input);
  if (exit !== undefined) player.getState().seek(exit.id);
  if (got.exitCode === 0) openEditor({ line, text: got.stdout, edits: true });
}
