/** The words of a language for an export: the interface's messages, and the words of its tour. */
import type { Message } from '#i18n/t';

export interface ExportWords {
  readonly lang: string;
  /** A message with its holes filled; its `**bold**` marks are still there. */
  readonly text: (message: Message) => string;
  /** The words of a tour by their ids; empty if there are none. */
  readonly tourText: (id: string) => string;
}

/** A text without its marks of bold. */
export const plain = (text: string): string => text.replaceAll('**', '');

/** `0.00 s`, `12.35 s`, `2:05 min`: time since the first step. */
export function timeText(microseconds: number): string {
  const seconds = microseconds / 1_000_000;
  if (seconds < 60) return `${seconds.toFixed(3)} s`;
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}
