/**
 * The patch of `kubectl apply`: three ways, from what was applied, what is wanted and what is there.
 *
 * Models k8s.io/kubectl pkg/cmd/apply patcher.go: kinds with a Go type get a strategic merge patch,
 * others a JSON merge patch; a conflict is tried again with the newest object.
 */
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import {
  asJson,
  goJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { createThreeWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { applyMergePatch, createMergePatch } from '#k8s.io/apimachinery/patch/json-merge-patch';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { Query } from '#k8s.io/client-go/rest/rest-client';
import { type Process, sleep } from '#sim/simulation';
import { fail, type Outcome, withSource } from '../failure.ts';
import { type Manifest, standardInput } from '../manifest/read-manifests.ts';
import type { DryRun } from '../mutation.ts';
import type { Session } from '../session.ts';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const maxRetries = 5;
/** From the second retry on. Source: patcher.go backOffPeriod, triesBeforeBackOff. */
const backOff = second;

export interface PatchPlan {
  readonly manifest: Manifest;
  readonly modified: New<KubeObject>;
  readonly query: Query;
  readonly dryRun: DryRun;
}

interface PatchBody {
  readonly contentType: string;
  readonly patch: JsonObject;
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
      return err(withSource(withSource(error, 'patching', standardInput), verb, standardInput));
    }
    if (tries > 0) yield* sleep(backOff);
    const newest = yield* session.client.get<KubeObject>(resource, { namespace, name });
    if (!newest.ok) return newest;
    current = newest.value;
  }
}

function threeWayPatch(modified: New<KubeObject>, current: KubeObject): Result<PatchBody, string> {
  const note = current.metadata.annotations?.[lastApplied];
  const before: JsonValue = note === undefined ? {} : (JSON.parse(note) as JsonValue);
  const last = isJsonObject(before) ? before : {};
  const [wanted, live] = [asJson(modified), asJson(current)];
  const schema = schemaForKind(current.apiVersion, current.kind);
  if (schema === undefined) {
    const contentType = 'application/merge-patch+json';
    return ok({ contentType, patch: mergeThreeWays(last, wanted, live) });
  }
  const patch = createThreeWayMergePatch(last, wanted, live, schema);
  if (!patch.ok) return err(`creating patch with:\n${patch.error}`);
  return ok({ contentType: 'application/strategic-merge-patch+json', patch: patch.value });
}

/** Source: apimachinery pkg/util/jsonmergepatch CreateThreeWayJSONMergePatch. */
function mergeThreeWays(last: JsonObject, wanted: JsonObject, live: JsonObject): JsonObject {
  const additions = keep(createMergePatch(live, wanted), false);
  const deletions = keep(createMergePatch(last, wanted), true);
  return applyPatchOver(deletions, additions);
}

/** The part of a merge patch that deletes, or the part that does not. */
function keep(patch: JsonObject, deletions: boolean): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(patch)) {
    if (isJsonObject(value)) {
      const inner = keep(value, deletions);
      if (Object.keys(inner).length > 0) kept[key] = inner;
    } else if ((value === null) === deletions) kept[key] = value;
  }
  return kept;
}

/** Two merge patches as one. The second one deletes nothing. */
const applyPatchOver = (first: JsonObject, second: JsonObject): JsonObject => {
  const merged = applyMergePatch(first, second);
  return isJsonObject(merged) ? merged : second;
};

/** Source: cli-runtime pkg/resource visitor.go Info.String. */
export function infoText({ resource, object, namespace }: Manifest): string {
  const { group, version, kind } = resource;
  const groupVersion = `${group}/${version}`;
  return (
    `Resource: "${groupVersion}, Resource=${resource.resource}", ` +
    `GroupVersionKind: "${groupVersion}, Kind=${kind}"\n` +
    `Name: "${object.metadata.name ?? ''}", Namespace: "${namespace}"`
  );
}
