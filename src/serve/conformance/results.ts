/** What is known of each test, kept between two runs of the command. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface TestResult {
  readonly state: 'passed' | 'failed' | 'not run';
  /** Why it failed. */
  readonly reason?: string;
  /** Of the wall clock. */
  readonly seconds?: number;
}

export type Results = Record<string, TestResult>;

/** Reads them; none when the file is not there. */
export const readResults = (file: string): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};

/** Writes them in the order of their names. */
export function writeResults(file: string, results: Results): void {
  const sorted = Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
