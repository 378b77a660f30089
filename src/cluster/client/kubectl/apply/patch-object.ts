/**
 * The three-way patch of `kubectl apply`: from the last applied, the wanted and the live object.
 *
 * Models k8s.io/kubectl pkg/cmd/apply patcher.go: the difference is a strategic merge patch, and a
 * conflict is tried again with the newest object.
 */
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import { readJson } from '#k8s.io/apimachinery/json-reader';
import {
  asJson,
  goJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { createThreeWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { createMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { Query } from '#k8s.io/client-go/rest/rest-client';
import { type Process, sleep } from '#sim/simulation';
import { fail, type Outcome, withSource } from '../failure.ts';
import type { Manifest } from '../manifest/read-manifests.ts';
import type { DryRun } from '../mutation.ts';
import type { Session } from '../session.ts';

/** The annotation in which `apply` stores what it applied. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const strategic = 'application/strategic-merge-patch+json';
/** Kinds without a Go type in the client have no strategies. */
const merge = 'application/merge-patch+json';
const maxRetries = 5;
/** From the second retry on. Source: patcher.go backOffPeriod, triesBeforeBackOff. */
const backOff = second;

export interface PatchPlan {
  readonly manifest: Manifest;
  readonly modified: New<KubeObject>;
  readonly query: Query;
  readonly dryRun: DryRun;
}

/** Patches the object; undefined when there was nothing to do. */
export function* patchObject(
  session: Session,
  plan: PatchPlan,
  first: KubeObject,
): Process<Outcome<KubeObject | undefined>> {
  const { manifest } = plan;
  const { resource, namespace } = manifest;
  const { name } = first.metadata;
  let current = first;
  for (let tries = 0; ; tries++) {
    const made = threeWayPatch(plan.modified, current);
    if (!made.ok) return fail(made.error);
    const { patch, contentType } = made.value;
    if (Object.keys(patch).length === 0) return ok(undefined);
    if (plan.dryRun === 'client') return ok(current);
    const at = { namespace, name, query: plan.query, contentType };
    const patched = yield* session.client.patch<KubeObject>(resource, at, patch);
    if (patched.ok) return patched;
    const { error } = patched;
    const conflict = error.kind === 'status' && error.status.reason === 'Conflict';
    if (!conflict || tries >= maxRetries) {
      const verb = `applying patch:\n${goJson(patch)}\nto:\n${infoText(manifest)}\nfor:`;
      return err(withSource(withSource(error, 'patching', manifest.source), verb, manifest.source));
    }
    if (tries > 0) yield* sleep(backOff);
    const newest = yield* session.client.get<KubeObject>(resource, { namespace, name });
    if (!newest.ok) return newest;
    current = newest.value;
  }
}

interface MadePatch {
  readonly patch: JsonObject;
  readonly contentType: typeof strategic | typeof merge;
}

/** Computes the patch without sending it. Also used by `diff`. */
export function threeWayPatch(
  modified: New<KubeObject>,
  current: KubeObject,
): Result<MadePatch, string> {
  const last = lastAppliedOf(current);
  if (!last.ok) return last;
  const [wanted, live] = [asJson(modified), asJson(current)];
  const schema = schemaForKind(current.apiVersion, current.kind);
  if (schema === undefined) {
    return ok({ patch: threeWayMergePatch(last.value, wanted, live), contentType: merge });
  }
  const patch = createThreeWayMergePatch(last.value, wanted, live, schema);
  return patch.ok
    ? ok({ patch: patch.value, contentType: strategic })
    : err(`creating patch with:\n${patch.error}`);
}

function lastAppliedOf({ metadata }: KubeObject): Result<JsonObject, string> {
  const note = metadata.annotations?.[lastApplied];
  if (note === undefined) return ok({});
  const read = readJson(note, 0);
  if (!read.ok) return err(`unmarshaling the last applied configuration: ${read.error}`);
  return ok(isJsonObject(read.value.value) ? read.value.value : {});
}

/** Source: apimachinery util/jsonmergepatch CreateThreeWayJSONMergePatch. */
function threeWayMergePatch(last: JsonObject, wanted: JsonObject, live: JsonObject): JsonObject {
  const changes = keepNulls(createMergePatch(live, wanted), false);
  const deletions = keepNulls(createMergePatch(last, wanted), true);
  return mergedPatches(changes ?? {}, deletions ?? {});
}

/** Only the nulls of a patch, or everything else; undefined when nothing is left. */
function keepNulls(patch: JsonObject, nulls: boolean): JsonObject | undefined {
  const kept: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(patch)) {
    if (isJsonObject(value)) {
      const inner = keepNulls(value, nulls);
      if (inner !== undefined) kept[key] = inner;
    } else if ((value === null) === nulls) kept[key] = value;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function mergedPatches(a: JsonObject, b: JsonObject): JsonObject {
  const out: Record<string, JsonValue> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const there = out[key];
    out[key] = isJsonObject(there) && isJsonObject(value) ? mergedPatches(there, value) : value;
  }
  return out;
}

/** Source: cli-runtime pkg/resource visitor.go Info.String. */
export function infoText({ resource, name, namespace }: Manifest): string {
  const { group, version, kind } = resource;
  const groupVersion = `${group}/${version}`;
  return (
    `Resource: "${groupVersion}, Resource=${resource.resource}", ` +
    `GroupVersionKind: "${groupVersion}, Kind=${kind}"\n` +
    `Name: "${name}", Namespace: "${namespace}"`
  );
}

/** An applied object must have a name. Source: apply.go applyOneObject. */
export function refuseGenerated({ name, object }: Manifest) {
  const { generateName = '' } = object.metadata as { readonly generateName?: string };
  return name === '' && generateName !== ''
    ? fail(`from ${generateName}: cannot use generate name with apply`)
    : undefined;
}
