/** Lessons and saved runs from the reader's own files: chosen, or dropped anywhere on the page. */
import { showNotice } from '../shell/notice-store.ts';

/** Asks the reader for a file and opens it. */
export function pickLesson(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.yaml,.yml,.json';
  input.addEventListener('change', () => open(input.files?.[0]));
  input.click();
}

/** Opens a file that is dropped; returns the function that stops this. */
export function listenForFiles(): () => void {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    // A place of the page that takes files itself has taken it.
    if (file === undefined || event.defaultPrevented) return;
    event.preventDefault();
    open(file);
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}

function open(file: File | undefined): void {
  if (file === undefined) return;
  void openAny(file).catch(() => undefined);
}

/** A saved run says in its first lines what it is. */
async function openAny(file: File): Promise<void> {
  if (!(await file.slice(0, 200).text()).includes('"podyssey-run"')) {
    await (await import('./open-lesson.ts')).openFile(file);
    return;
  }
  const { openSavedRun } = await import('../share/files/open-saved-run.ts');
  const problem = await openSavedRun(file);
  if (problem !== undefined) showNotice({ id: `import.${problem}` });
}
