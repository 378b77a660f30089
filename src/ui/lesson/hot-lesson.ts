/** While somebody writes a lesson: the development server reports when its file has changed. */

let stop: (() => void) | undefined;

/** Calls back on each change of the lesson at a path; a built site has no such server. */
export function followLesson(path: string, changed: () => void): void {
  stop?.();
  const { hot } = import.meta;
  if (hot === undefined) return;
  const hear = (file: string): void => {
    if (path.replace(/^\.?\//, '') === file) changed();
  };
  hot.on('podyssey:lesson', hear);
  stop = () => hot.off('podyssey:lesson', hear);
}
