/**
 * How the kubelet lays out the files of a volume that it writes: the files are in a directory with
 * the time in its name, `..data` is a link to it, and each name that a container sees is a link
 * through `..data`. So an update changes one link, and all files change at once.
 *
 * Models kubernetes/pkg/volume/util/atomic_writer.go AtomicWriter.Write. In: what the volume shows.
 * Out: what is on the disk. The old directory goes with the same write.
 */
import type { CivilTime } from '#base/civil-time';
import type { HostFiles } from '#k8s.io/cri-api/runtime';

const dataDirName = '..data';

const two = (value: number): string => String(value).padStart(2, '0');

/** A new directory's name: `..2026_01_01_00_00_05.1234567890`. Source: newTimestampDir. */
export function timestampDir(
  { year, month, day, hour, minute, second }: CivilTime,
  random: number,
) {
  const parts = [year, two(month), two(day), two(hour), two(minute), two(second)];
  return `..${parts.join('_')}.${random}`;
}

/** Files and modes by path below the volume, as they lie on the disk. */
export function atomicFiles(
  files: Readonly<Record<string, string>>,
  modes: Readonly<Record<string, number>>,
  directory: string,
): HostFiles {
  const inside = <T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(all).map(([path, of]) => [`${directory}/${path}`, of]));
  const visible = new Set(Object.keys(files).map((path) => path.replace(/\/.*$/, '')));
  const links = [...visible].map((name) => [name, `${dataDirName}/${name}`] as const);
  return {
    files: { ...inside(files), [`${directory}/.`]: '' },
    links: { [dataDirName]: directory, ...Object.fromEntries(links) },
    modes: inside(modes),
  };
}
