/**
 * Lines whose rest a shell still waits for: a here-document (`<<EOF`) without its end, or a
 * backslash at the end of the line.
 */
const document = /<<-?\s*(["']?)(\w+)\1/g;

/** Whether Enter asks for another line instead of running what stands there. */
export function isUnfinished(text: string): boolean {
  const lines = text.split('\n');
  const isOpen = [...text.matchAll(document)].some(
    ([, , end]) => !lines.slice(1).some((line) => line.trim() === end),
  );
  return isOpen || /(^|[^\\])\\$/.test(lines.at(-1) ?? '');
}
