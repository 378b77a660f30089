/** Which typed commands need a text, and the editor that opens for them. */
import type { StoreApi } from 'zustand/vanilla';
import type { Player } from '#player/player-state';
import { lastCommand } from './apply.ts';
import { openEditor } from './editor-store.ts';

const takesManifest = /^kubectl\s+(apply|create|replace)\b.*(\s-f\s*-|--filename[ =]-)(\s|$)/;
const edits = /^kubectl\s+edit\s+/;

/** Opens the editor for a line that reads its standard input; `false` when it reads none. */
export function openFor(player: StoreApi<Player>, line: string): boolean {
  if (takesManifest.test(line)) {
    openEditor({ line, text: '', edits: false });
    return true;
  }
  if (!edits.test(line) || /--help|\s-h\b/.test(line)) return false;
  void openObject(player, line);
  return true;
}

/** Like kubectl edit: the object is read first. If that fails, the terminal shows the error. */
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
