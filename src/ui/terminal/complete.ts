/**
 * Completes the last word of a command line: commands, kinds, flags, and the names of objects that
 * exist at the cursor. It only offers words; kubectl itself reports whether they make sense.
 */
import type { Scene } from '#player/scene';
import { etcdFolder } from '#trace/object-key';

const commands: Readonly<Record<string, readonly string[]>> = {
  '': ['create', 'delete', 'describe', 'exec', 'get', 'logs', 'rollout', 'run', 'scale', 'version'],
  create: ['deployment'],
  rollout: ['history', 'status'],
};

/** Resources that are offered; for any other the names are still completed. */
const offered = [
  ...['deployment', 'replicaset', 'pod', 'node'].flatMap((kind) => [kind, `${kind}s`]),
  ...['events', 'services', 'namespaces'],
];

const flags: Readonly<Record<string, readonly string[]>> = {
  create: ['--image=', '--replicas=', '--port=', '--dry-run='],
  run: ['--image=', '--restart=', '--port=', '--labels='],
  get: ['--output=', '--all-namespaces', '--show-labels', '--selector=', '--watch'],
  scale: ['--replicas='],
  delete: ['--grace-period=', '--force', '--cascade=', '--now'],
};

const takesKind = new Set(['get', 'describe', 'delete', 'scale', 'status', 'history']);

/** The line with its last word completed as far as there is only one continuation. */
export function complete(line: string, scene: Scene): string {
  // Behind an operator of a shell another command begins.
  const before = /^.*[|;&\n]/s.exec(line)?.[0] ?? '';
  return before + completed(line.slice(before.length), scene);
}

function completed(line: string, scene: Scene): string {
  const words = line.trimStart().split(/\s+/);
  const last = words.at(-1) ?? '';
  const options = candidates(words.slice(0, -1), last, scene).filter((word) =>
    word.startsWith(last),
  );
  const common = commonPrefix(options);
  if (common.length <= last.length && options.length !== 1) return line;
  const end = options.length === 1 && !/[=/]$/.test(common) ? ' ' : '';
  return line.slice(0, line.length - last.length) + common + end;
}

function candidates(before: readonly string[], last: string, scene: Scene): readonly string[] {
  if (before.length === 0) return ['kubectl'];
  const words = before.slice(1).filter((word) => !word.startsWith('-'));
  const command = words[0] ?? '';
  if (last.startsWith('-')) return flags[command] ?? [];
  if (words.length === 0) return commands[''] ?? [];
  const own = commands[command];
  if (own !== undefined && words.length === 1) return own;
  const verb = words.at(-1) ?? '';
  if (verb === 'logs' || verb === 'exec') return names('pods', scene);
  if (takesKind.has(verb)) return typed(last, scene);
  return names(verb, scene);
}

/** Kinds, or `deployment/NAME` once the slash is there. */
function typed(last: string, scene: Scene): readonly string[] {
  const [kind = '', rest] = last.split('/');
  if (rest === undefined) return offered;
  return names(kind, scene).map((name) => `${kind}/${name}`);
}

function names(resource: string, scene: Scene): readonly string[] {
  const prefix = etcdFolder(resource);
  return [...scene.etcd.keys.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(key.lastIndexOf('/') + 1));
}

function commonPrefix(words: readonly string[]): string {
  let prefix = words[0] ?? '';
  for (const word of words) {
    while (!word.startsWith(prefix)) prefix = prefix.slice(0, -1);
  }
  return prefix;
}
