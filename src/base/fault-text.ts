/** What was thrown, in one line of words: for panics that a component survives. */
export function faultText(fault: unknown): string {
  const text = fault instanceof Error ? fault.message : String(fault);
  return text.split('\n', 1)[0] ?? '';
}
