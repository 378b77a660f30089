/**
 * The mutations of a MutatingAdmissionPolicy on an object.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/policy/mutating compilation.go and its package
 * patch: an apply configuration is merged by the kind's schema and may not set an atomic list or
 * map; a JSON patch is applied unchanged.
 */
import { err, ok, type Result } from '#base/result';
import type { MutatingAdmissionPolicy, Mutation } from '#k8s.io/api/admissionregistration/v1';
import {
  asJson,
  asObject,
  deepEqual,
  isJsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { pathText } from '#k8s.io/apimachinery/managedfields/field-set';
import { merge } from '#k8s.io/apimachinery/managedfields/merge';
import {
  type Atom,
  atomOfKind,
  deduced,
  memberAtom,
} from '#k8s.io/apimachinery/managedfields/typed';
import { configurationFaults, faultsText } from '#k8s.io/apimachinery/managedfields/validate';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { applyJsonPatch, type JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Program } from '#k8s.io/apiserver/cel/program';
import { fromCel, toCel } from '#k8s.io/apiserver/cel/values';
import { mutatedObject } from '../mutated-object.ts';
import { type Composition, compileAll, composePolicy } from './composition.ts';
import { evaluationError, meetsConditions } from './match-conditions.ts';
import type { Values } from './request-variables.ts';

export interface MutatingEvaluator {
  /** The object after all mutations; undefined when a match condition is not met. */
  mutate(object: KubeObject, values: Values): Result<KubeObject | undefined, string>;
}

export function compileMutatingPolicy(
  { spec }: MutatingAdmissionPolicy,
  cel: Cel,
): Result<MutatingEvaluator, string> {
  const composed = composePolicy(spec, cel);
  if (!composed.ok) return composed;
  const { composition, conditions } = composed.value;
  const mutations = spec.mutations ?? [];
  const programs = compileAll(mutations, (mutation) => compileMutation(composition, mutation));
  if (!programs.ok) return programs;
  return ok({
    mutate(before, given) {
      const met = meetsConditions(conditions, given);
      if (!met.ok || !met.value) return met.ok ? ok(undefined) : met;
      let object = before;
      for (const [index, program] of programs.value.entries()) {
        const values = composition.values({ ...given, object: toCel(object) });
        const patched = apply(mutations[index] as Mutation, program, values, object);
        if (!patched.ok) return patched;
        object = patched.value;
      }
      return ok(object);
    },
  });
}

export const compileMutation = (
  composition: Composition,
  { patchType, applyConfiguration, jsonPatch }: Mutation,
): Result<Program, string> =>
  patchType === 'ApplyConfiguration'
    ? composition.compile(applyConfiguration?.expression ?? '', ['map'])
    : composition.compile(jsonPatch?.expression ?? '', ['list']);

function apply(
  { patchType }: Mutation,
  program: Program,
  values: Values,
  object: KubeObject,
): Result<KubeObject, string> {
  const answer = program.evaluate(values);
  if (!answer.ok) return err(evaluationError(program, answer.error));
  const converted = fromCel(answer.value);
  if (!converted.ok) return err(evaluationError(program, converted.error));
  const made = converted.value;
  const patched =
    patchType === 'JSONPatch'
      ? patchedBy(object, asObject<readonly JsonPatchOperation[]>(made))
      : merged(object, made);
  if (!patched.ok) return patched;
  if (deepEqual(patched.value, object)) return ok(object);
  return mutatedObject(object, patched.value);
}

function patchedBy(
  object: KubeObject,
  operations: readonly JsonPatchOperation[],
): Result<JsonValue, string> {
  const patched = applyJsonPatch(asJson(object), operations);
  if (patched.ok) return patched;
  // A `test` operation that fails leaves the object unchanged.
  if (operations.some(({ op }) => op === 'test') && patched.error.includes('test')) {
    return ok(asJson(object));
  }
  return err(`JSONPath: ${patched.error}`);
}

/** Source: ApplyStructuredMergeDiff. */
function merged(object: KubeObject, made: JsonValue): Result<JsonValue, string> {
  const { apiVersion, kind } = object;
  if (!isJsonObject(made)) return err('error applying patch: the configuration is no object');
  const atom = atomOfKind(apiVersion, kind);
  const configuration = { ...made, apiVersion, kind };
  const faults = configurationFaults(atom, configuration);
  if (faults.length > 0) {
    const text = faultsText(faults);
    return err(`error applying patch: failed to convert patch object to typed object: ${text}`);
  }
  const atomics = atomicsIn(atom, configuration, [], true);
  if (atomics.length > 0) {
    const text = `may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`;
    return err(`error applying patch: invalid ApplyConfiguration: ${text}`);
  }
  return ok(merge(atom, asJson(object), configuration) ?? null);
}

/**
 * Paths at which a configuration would replace a list, map or struct as a whole. Source:
 * findAtomics.
 */
function atomicsIn(
  type: Atom,
  value: JsonValue,
  path: readonly string[],
  top: boolean,
): readonly string[] {
  const atom = deduced(type, value);
  if ((atom.form === 'struct' || atom.form === 'map') && isJsonObject(value)) {
    const inside = Object.entries(value).flatMap(([key, member]) => {
      const inner = memberAtom(atom, key, top);
      return inner === undefined ? [] : atomicsIn(inner, member, [...path, `f:${key}`], false);
    });
    return atom.atomic ? [pathText(path), ...inside] : inside;
  }
  if (atom.form !== 'list' || !Array.isArray(value)) return [];
  const inside = value.flatMap((item, index) =>
    atomicsIn(atom.item, item, [...path, `i:${index}`], false),
  );
  return atom.kind.kind === 'atomic' ? [pathText(path), ...inside] : inside;
}
