/** Lessons from the reader's own files: chosen, or dropped anywhere on the page. */

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
    if (file === undefined) return;
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
  void import('./open-lesson.ts').then(({ openFile }) => openFile(file)).catch(() => undefined);
}
