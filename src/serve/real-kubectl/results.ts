/** What came of each recorded line, kept as a file from which the page is made. */

export interface LineResult {
  readonly line: string;
  /** What differs between the recording and the real kubectl; absent: nothing. */
  readonly recording?: readonly string[];
  /** What differs between the project's own kubectl and the real one; absent: nothing. */
  readonly own?: readonly string[];
}

/** By the version of kubectl, then by the recording's name. */
export type Results = Record<string, Record<string, readonly LineResult[]>>;
