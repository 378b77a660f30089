/** What a file system is made of, and what it says when it refuses. */
import type { SimTime } from '#base/sim-time';
import type { Folder } from './folder.ts';

export interface Mount {
  readonly containerPath: string;
  readonly folder: Folder;
  /** The part of the folder that is mounted, as a path below it; absent: all of it. */
  readonly prefix?: string;
  readonly readonly: boolean;
  /** Permission bits of the folder; absent: 0755. */
  readonly mode?: number;
  /** Permission bits of its files; absent: 0644. */
  readonly fileMode?: number;
}

export type FileError =
  | 'No such file or directory'
  | 'Read-only file system'
  | 'Is a directory'
  | 'Not a directory'
  | 'Directory not empty'
  | 'Permission denied'
  | 'File exists'
  | 'Too many levels of symbolic links'
  | 'Operation not permitted'
  | 'Invalid cross-device link'
  | 'No space left on device'
  | 'podyssey: this file of the kernel is not simulated';

export interface FileSystemOptions {
  /** The image and the layer over it cannot be written. */
  readonly readonlyRoot?: boolean;
  /** The user who writes. Only root may write where the mode allows nobody else. */
  readonly uid?: number;
  readonly gid?: number;
  /** The machine's clock: when files were written. */
  readonly clock?: () => SimTime;
  /** Files of the image outside of the folders of programs that may be executed. */
  readonly scripts?: ReadonlySet<string>;
  /** Charges or releases bytes in memory or on the disk, and inodes; `false`: there is no room. */
  readonly onUse?: (where: 'memory' | 'disk' | 'inodes', amount: number) => boolean;
  /** Files of the kernel below /sys and /dev. They cannot be written. */
  readonly kernel?: () => KernelFiles;
  /** Symbolic links of the image, and those of the kernel below /dev and /proc, by path. */
  readonly links?: Links;
  readonly kernelLinks?: () => Links;
  /** One of those: mostly a path is looked at that is none. */
  readonly kernelLinkAt?: (path: string) => string | undefined;
}

export type Links = Readonly<Record<string, string>>;

/** What the kernel shows as files at a moment. */
export interface KernelFiles {
  /** All of them. */
  readonly paths: readonly string[];
  /** The text of one of them; undefined for any other path. */
  read(path: string): string | undefined;
  /** Whether a real kernel would show something at this path. */
  leavesOut(path: string): boolean;
}
