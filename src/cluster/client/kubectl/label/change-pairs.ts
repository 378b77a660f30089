/**
 * What `label` and `annotate` share: `key=value` sets, `key-` removes.
 *
 * Models k8s.io/kubectl pkg/cmd/label label.go and pkg/cmd/annotate annotate.go: each object is
 * read, changed here, and the difference goes out as a JSON merge patch.
 */
import { err, ok } from '#base/result';
import { asJson, deepEqual, isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { applyMergePatch, createMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { aggregate, fail, type Outcome } from '../failure.ts';
import { filenameFlags, hasFiles } from '../manifest/read-manifests.ts';
import {
  changeQuery,
  type DryRun,
  dryRunOf,
  managedChangeFlags,
  printChanged,
} from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { choiceFlags, objectsFound } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

type Pairs = Readonly<Record<string, string>>;

export interface PairKind {
  readonly name: 'label' | 'annotate';
  readonly member: 'labels' | 'annotations';
  readonly noun: 'label' | 'annotation';
  /** Why a pair cannot be set at all. */
  readonly pairProblem: (pair: string) => string | undefined;
  /** The error about keys that are both set and removed. */
  readonly bothText: (keys: readonly string[]) => string;
  /** `labeled` and `annotated`. */
  readonly done: string;
  /** The error when values would be overwritten; undefined otherwise. */
  readonly conflict: (present: Pairs, wanted: Pairs) => string | undefined;
}

export const pairCommand = (kind: PairKind): Command => ({
  name: kind.name,
  short: `Update the ${kind.member} of a resource`,
  usage: '[--overwrite] TYPE NAME KEY_1=VAL_1 ... KEY_N=VAL_N',
  flags: [
    boolFlag('all-namespaces', 'Look in all namespaces', { shorthand: 'A' }),
    boolFlag('list', 'Display the present values'),
    boolFlag('overwrite', 'Allow values to be overwritten'),
    stringFlag('resource-version', 'Precondition for resource version'),
    ...choiceFlags,
    ...managedChangeFlags(`kubectl-${kind.name}`),
    ...filenameFlags,
    ...refused(
      stringFlag('field-selector', 'Selector (field query) to filter on'),
      boolFlag('local', 'Do not contact the server'),
    ),
  ],
  run: (invocation) => run(invocation, kind),
});

interface Change {
  readonly set: Pairs;
  readonly remove: readonly string[];
}

function* run(invocation: Invocation, kind: PairKind): Process<Outcome> {
  const isPair = (arg: string): boolean => /^[^=]+=|[^=]-$/.test(arg);
  const { args } = invocation;
  // The first argument names a kind even when it ends like a pair.
  const fromFile = hasFiles(invocation.flags);
  const begin = args.findIndex((arg, i) => (i > 0 || fromFile) && isPair(arg));
  const named = begin < 0 ? args : args.slice(0, begin);
  const change = changeOf(begin < 0 ? [] : args.slice(begin), kind);
  if (!change.ok) return change;
  const dryRun = dryRunOf(invocation.flags);
  if (!dryRun.ok) return dryRun;
  if (named.length < 1 && !fromFile)
    return fail(
      'one or more resources must be specified as <resource> <name> or <resource>/<name>',
    );
  const { set, remove } = change.value;
  const nothing = Object.keys(set).length === 0 && remove.length === 0;
  if (nothing && !invocation.flags.bool('list')) {
    return fail(`at least one ${kind.noun} update is required`);
  }
  if (invocation.flags.bool('all') && invocation.flags.string('selector') !== '') {
    return fail('cannot set --all and --selector at the same time');
  }
  const { infos, failure } = yield* objectsFound(invocation, named);
  const failures = failure === undefined ? [] : [failure];
  for (const info of invocation.session.sim.inTurn(infos)) {
    const done = nothing
      ? ok(undefined)
      : yield* changeOne(invocation, kind, info, change.value, dryRun.value);
    if (!done.ok) failures.push(done.error);
    else if (invocation.flags.bool('list')) listPairs(invocation, kind, info, infos.length > 1);
  }
  const all = aggregate(failures);
  return all === undefined ? ok(undefined) : err(all);
}

/** Source: label.go RunLabel with --list. */
function listPairs(
  { session }: Invocation,
  kind: PairKind,
  { resource, object }: Info,
  several: boolean,
): void {
  const { name, [kind.member]: pairs = {} } = object.metadata;
  if (several) {
    session.out(`Listing ${kind.member} for ${resource.kind}.${resource.group}/${name}:\n`);
  }
  for (const key of Object.keys(pairs).sort()) {
    session.out(`${several ? ' ' : ''}${key}=${pairs[key]}\n`);
  }
}

function changeOf(words: readonly string[], kind: PairKind): Outcome<Change> {
  const { noun } = kind;
  const set: Record<string, string> = {};
  const remove: string[] = [];
  for (const word of words) {
    const equals = word.indexOf('=');
    const problem = equals > 0 ? kind.pairProblem(word) : undefined;
    if (problem !== undefined) return fail(problem);
    if (equals > 0) set[word.slice(0, equals)] = word.slice(equals + 1);
    else if (word.endsWith('-')) remove.push(word.slice(0, -1));
    else return fail(`unknown ${noun} spec: ${word}`);
  }
  const both = remove.filter((key) => Object.hasOwn(set, key));
  if (both.length > 0) return fail(kind.bothText(both));
  return ok({ set, remove });
}

function* changeOne(
  invocation: Invocation,
  kind: PairKind,
  info: Info,
  { set, remove }: Change,
  dryRun: DryRun,
): Process<Outcome> {
  const { session, flags } = invocation;
  const present = info.object.metadata[kind.member] ?? {};
  const conflict = flags.bool('overwrite') ? undefined : kind.conflict(present, set);
  if (conflict !== undefined) return fail(conflict);
  for (const key of remove) {
    if (kind.noun === 'label' && !Object.hasOwn(present, key))
      session.out(`${kind.noun} "${key}" not found.\n`);
  }
  const kept = Object.entries({ ...present, ...set }).filter(([key]) => !remove.includes(key));
  const version = flags.string('resource-version');
  const pinned = version === '' ? {} : { metadata: { resourceVersion: version } };
  const modified = withPairs(info.object, kind, Object.fromEntries(kept));
  const operation = operationOf(kind, present, kept.length, deepEqual(info.object, modified));
  const { resource } = info;
  if (dryRun === 'client') return printChanged(invocation, resource, modified, operation, dryRun);
  const patched = yield* patchInfo(session, info, {
    contentType: 'application/merge-patch+json',
    patch: mergedPatch(createMergePatch(asJson(info.object), asJson(modified)), pinned),
    query: changeQuery(flags, dryRun),
  });
  if (!patched.ok) return patched;
  return printChanged(invocation, resource, patched.value, operation, dryRun);
}

const mergedPatch = (patch: JsonObject, pinned: JsonObject): JsonObject => {
  const result = applyMergePatch(patch, pinned);
  return isJsonObject(result) ? result : patch;
};

function withPairs(object: KubeObject, { member }: PairKind, pairs: Pairs): KubeObject {
  const { [member]: before, ...metadata } = object.metadata;
  const empty = Object.keys(pairs).length === 0 && before === undefined;
  return { ...object, metadata: empty ? metadata : { ...metadata, [member]: pairs } };
}

/** Source: label.go updateDataChangeMsg. */
function operationOf(kind: PairKind, present: Pairs, left: number, same: boolean): string {
  if (kind.name === 'annotate') return kind.done;
  if (same) return `not ${kind.done}`;
  return left < Object.keys(present).length ? `un${kind.done}` : kind.done;
}
