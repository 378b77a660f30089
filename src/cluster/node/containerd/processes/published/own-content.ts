/** What a published image adds to the system that it is built on. */
import type { Program } from '../program.ts';

export interface OwnContent {
  /** By absolute path. */
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links by absolute path: where they lead. */
  readonly links?: Readonly<Record<string, string>>;
  /** By absolute path, in a folder that $PATH names. */
  readonly programs: Readonly<Record<string, Program>>;
  /** Absolute paths of scripts that may be executed. */
  readonly scripts: readonly string[];
}
