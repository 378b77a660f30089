/**
 * `kubectl taint node NAME KEY=VALUE:EFFECT`, and with a dash behind it to take it away.
 *
 * Models k8s.io/kubectl pkg/cmd/taint taint.go and utils.go: the new list of taints goes out as a
 * strategic merge patch.
 */
import { ok } from '#base/result';
import type { Node, Taint } from '#k8s.io/api/core/v1';
import { asJson } from '#k8s.io/apimachinery/json-value';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import {
  changeQuery,
  type DryRun,
  dryRunOf,
  fieldValidationOf,
  managedChangeFlags,
  printChanged,
  validateFlag,
} from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { choiceFlags, objectsOf } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

export const taint: Command = {
  name: 'taint',
  short: 'Update the taints on one or more nodes',
  usage: 'NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N',
  flags: [
    boolFlag('overwrite', 'Allow taints to be overwritten'),
    ...choiceFlags,
    ...managedChangeFlags('kubectl-taint'),
    validateFlag,
  ],
  run,
};

interface Change {
  readonly add: readonly Taint[];
  /** Without an effect: whatever the effect. */
  readonly remove: readonly { readonly key: string; readonly effect: string }[];
}

const effects: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function* run(invocation: Invocation): Process<Outcome> {
  const { args, flags, path } = invocation;
  const isTaint = (arg: string): boolean => /[=:]|-$/.test(arg);
  const begin = args.findIndex((arg, i) => i > 0 && isTaint(arg) && !isNodeName(args, i));
  const named = begin < 0 ? args : args.slice(0, begin);
  if (named.length === 0)
    return fail('one or more resources must be specified as <resource> <name>');
  if (begin < 0) return fail('at least one taint update is required');
  const change = changeOf(args.slice(begin));
  if (!change.ok) return change;
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const validation = fieldValidationOf(flags);
  if (!validation.ok) return validation;
  if (!/^(nodes?|no)$/.test(named[0]?.split('/', 1)[0] ?? '')) {
    return usageError(path, `invalid resource type ${named[0]}, only node(s) is supported`);
  }
  const infos = yield* objectsOf(invocation, named);
  if (!infos.ok) return infos;
  for (const info of infos.value) {
    const query = changeQuery(flags, dryRun.value, validation.value);
    const done = yield* taintOne(invocation, info, change.value, dryRun.value, query);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** `node-1` right behind the kind, even if it ends in a dash. */
const isNodeName = (args: readonly string[], i: number): boolean =>
  i === 1 && !/[=:]/.test(args[1] ?? '') && args.length > 2;

/** Source: utils.go parseTaints. */
function changeOf(words: readonly string[]): Outcome<Change> {
  const add: Taint[] = [];
  const remove: { key: string; effect: string }[] = [];
  for (const word of words) {
    const removes = word.endsWith('-');
    const [head = '', effect = '', ...more] = word.slice(0, removes ? -1 : undefined).split(':');
    const [key = '', value, ...rest] = head.split('=');
    if (key === '' || more.length > 0 || rest.length > 0)
      return fail(`invalid taint spec: ${word}`);
    if ((effect !== '' || !removes) && !effects.includes(effect)) {
      return effect === ''
        ? fail(`invalid taint spec: ${word}`)
        : fail(`invalid taint effect: ${effect}, unsupported taint effect`);
    }
    if (removes) remove.push({ key, effect });
    else {
      const valued = value === undefined ? {} : { value };
      add.push({ key, ...valued, effect: effect as Taint['effect'] });
    }
  }
  return ok({ add, remove });
}

function* taintOne(
  invocation: Invocation,
  info: Info,
  { add, remove }: Change,
  dryRun: DryRun,
  query: Readonly<Record<string, string | undefined>>,
): Process<Outcome> {
  const { session, flags } = invocation;
  const node = info.object as Node;
  const { name } = node.metadata;
  const before = node.spec?.taints ?? [];
  const same = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
  const taken = add.filter((each) => before.some((old) => same(old, each))).map(({ key }) => key);
  if (taken.length > 0 && !flags.bool('overwrite')) {
    return fail(
      `node ${name} already has ${taken.join(',')} taint(s) with same effect(s) and --overwrite ` +
        'is false',
    );
  }
  const removed = ({ key, effect }: Taint): boolean =>
    remove.some((each) => each.key === key && (each.effect === '' || each.effect === effect));
  const absent = remove.find(
    ({ key, effect }) =>
      !before.some((old) => old.key === key && (effect === '' || old.effect === effect)),
  );
  if (absent !== undefined) {
    return fail(
      `taint "${absent.key}${absent.effect === '' ? '' : `:${absent.effect}`}" not found`,
    );
  }
  const kept = before.filter((old) => !removed(old) && !add.some((each) => same(old, each)));
  const taints = [...add, ...kept];
  const { taints: _, ...bare } = node.spec ?? {};
  const modified = { ...node, spec: taints.length === 0 ? bare : { ...bare, taints } };
  const operation =
    add.length === 0 ? 'untainted' : remove.length > 0 || taken.length > 0 ? 'modified' : 'tainted';
  if (dryRun === 'client')
    return printChanged(invocation, info.resource, modified as Node, operation, dryRun);
  const schema = schemaForKind('v1', 'Node');
  if (schema === undefined) return fail('the schema of Node is unknown');
  const patched = yield* patchInfo(session, info, {
    contentType: 'application/strategic-merge-patch+json',
    patch: createTwoWayMergePatch(asJson(node), asJson(modified), schema),
    query,
  });
  if (!patched.ok) return patched;
  return printChanged(invocation, info.resource, patched.value, operation, dryRun);
}
