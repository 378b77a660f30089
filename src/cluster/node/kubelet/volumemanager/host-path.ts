/**
 * Whether a hostPath has the type that the pod asks for; creates what the type allows to create.
 *
 * Models checkTypeInternal of kubernetes/pkg/volume/hostpath/host_path.go. In: a path of the node
 * and the `type` of the volume. Out: nothing, or why the volume cannot be set up.
 */
import type { HostPathKind } from '#k8s.io/cri-api/runtime';

/** The node's disk, as the kubelet sees it. */
export interface HostPaths {
  hostPathKind(path: string): HostPathKind | undefined;
  makeHostPath(path: string, kind: 'directory' | 'file'): void;
}

const wantedKinds: Readonly<Record<string, { kind: HostPathKind; words: string }>> = {
  Directory: { kind: 'directory', words: 'a directory' },
  File: { kind: 'file', words: 'a file' },
  Socket: { kind: 'socket', words: 'a socket file' },
  CharDevice: { kind: 'character device', words: 'a character device' },
  BlockDevice: { kind: 'block device', words: 'a block device' },
};

const orCreate = /OrCreate$/;

/** Without a type nothing is checked: the runtime creates a missing directory. */
export function checkHostPathType(disk: HostPaths, path: string, type: string): string | undefined {
  if (type === '') return undefined;
  const wanted = wantedKinds[type.replace(orCreate, '')];
  if (wanted === undefined) return `${type} is an invalid volume type`;
  const { kind, words } = wanted;
  if (orCreate.test(type) && disk.hostPathKind(path) === undefined) {
    return make(disk, path, kind === 'file' ? 'file' : 'directory');
  }
  if (disk.hostPathKind(path) === kind) return undefined;
  return `hostPath type check failed: ${path} is not ${words}`;
}

/** Creates a directory with its parents, but a file only in an existing directory. */
function make(disk: HostPaths, path: string, kind: 'directory' | 'file'): string | undefined {
  const parent = path.replace(/\/[^/]*$/, '') || '/';
  if (kind === 'file' && disk.hostPathKind(parent) !== 'directory') {
    return `open ${path}: no such file or directory`;
  }
  disk.makeHostPath(path, kind);
  return undefined;
}
