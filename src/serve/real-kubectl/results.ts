/** What came of each recorded line, kept as a file from which the page is made. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface LineResult {
  readonly line: string;
  /** What differs between the recording and the real kubectl, in lines; absent: nothing. */
  readonly recording?: string;
  /** What differs between the project's own kubectl and the real one; absent: nothing. */
  readonly own?: string;
}

/** How many lines of one recording were played, and those that differ. */
export interface RecordingResult {
  readonly lines: number;
  readonly differing: readonly LineResult[];
}

/** By the version of kubectl, then by the recording's name. */
export type Results = Record<string, Record<string, RecordingResult>>;

/** Reads them; none when the file is not there. */
export const readResults = (file: string): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};

export function writeResults(file: string, results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** What is kept of a recording that was played. */
export const resultOf = (lines: readonly LineResult[]): RecordingResult => ({
  lines: lines.length,
  differing: lines.filter(({ recording, own }) => recording !== undefined || own !== undefined),
});
