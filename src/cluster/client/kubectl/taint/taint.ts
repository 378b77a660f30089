/**
 * `kubectl taint node NAME KEY=VALUE:EFFECT`, and a trailing dash to remove it.
 *
 * Models k8s.io/kubectl pkg/cmd/taint taint.go and utils.go: the new list of taints goes out as a
 * strategic merge patch.
 */
import { err, ok, type Result } from '#base/result';
import type { Node, Taint } from '#k8s.io/api/core/v1';
import { asJson } from '#k8s.io/apimachinery/json-value';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import { labelValueErrors, qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
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
  const begin = args.findIndex(isTaint);
  const named = begin < 0 ? args : args.slice(0, begin);
  const late = begin < 0 ? undefined : args.slice(begin).find((arg) => !isTaint(arg));
  if (late !== undefined) {
    return fail(`all resources must be specified before taint changes: ${late}`);
  }
  if (named.length === 0)
    return fail('one or more resources must be specified as <resource> <name>');
  if (begin < 0) return fail('at least one taint update is required');
  const change = changeOf(args.slice(begin));
  if (!change.ok) return usageError(path, change.error);
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const validation = fieldValidationOf(flags);
  if (!validation.ok) return validation;
  if (!/^(nodes?|no)$/.test(named[0]?.split('/', 1)[0] ?? '')) {
    return fail(`invalid resource type ${named[0]}, only node types are supported`);
  }
  const both = change.value.add.flatMap(({ key, effect }) =>
    change.value.remove
      .filter((each) => each.key === key && (each.effect === '' || each.effect === effect))
      .map((each) => `${each.key}=${each.effect}`),
  );
  if (both.length > 0) {
    return fail(
      'can not both modify and remove the following taint(s) in the same command: ' +
        both.join(', '),
    );
  }
  const infos = yield* objectsOf(invocation, named);
  if (!infos.ok) return infos;
  for (const info of invocation.session.sim.inTurn(infos.value)) {
    const query = changeQuery(flags, dryRun.value, validation.value);
    const done = yield* taintOne(invocation, info, change.value, dryRun.value, query);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** Source: utils.go parseTaints. */
function changeOf(words: readonly string[]): Result<Change, string> {
  const add: Taint[] = [];
  const remove: { key: string; effect: string }[] = [];
  for (const word of words) {
    const removes = word.endsWith('-');
    const parsed = parseTaint(removes ? word.slice(0, -1) : word);
    if (!parsed.ok) return parsed;
    const { key, value, effect } = parsed.value;
    if (removes) {
      remove.push({ key, effect });
      continue;
    }
    if (effect === '') return err(`invalid taint spec: ${word}`);
    if (add.some((each) => each.key === key && each.effect === effect)) {
      return err(
        `duplicated taints with the same key and effect: {${key} ${value} ${effect} <nil>}`,
      );
    }
    add.push({ key, ...(value === '' ? {} : { value }), effect: effect as Taint['effect'] });
  }
  return ok({ add, remove });
}

interface ParsedTaint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** Source: utils.go parseTaint. */
function parseTaint(spec: string): Result<ParsedTaint, string> {
  const [head = '', effect, ...more] = spec.split(':');
  const wrong = (problems: readonly string[]) =>
    err(`invalid taint spec: ${spec}${problems.length === 0 ? '' : `, ${problems.join('; ')}`}`);
  if (more.length > 0) return wrong([]);
  if (effect !== undefined && !effects.includes(effect)) {
    return err(`invalid taint effect: ${effect}, unsupported taint effect`);
  }
  const [name = '', value = '', ...rest] = effect === undefined ? [head] : head.split('=');
  if (rest.length > 0) return wrong([]);
  const problems = [...labelValueErrors(value), ...qualifiedNameErrors(name)];
  return problems.length > 0 ? wrong(problems) : ok({ key: name, value, effect: effect ?? '' });
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
    return printChanged(invocation, info.resource, modified as Node, operation, 'none');
  const schema = schemaForKind('v1', 'Node');
  if (schema === undefined) return fail('the schema of Node is unknown');
  const patched = yield* patchInfo(session, info, {
    contentType: 'application/strategic-merge-patch+json',
    patch: createTwoWayMergePatch(asJson(node), asJson(modified), schema),
    query,
  });
  if (!patched.ok) return patched;
  return printChanged(invocation, info.resource, patched.value, operation, 'none');
}
