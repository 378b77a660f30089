/**
 * MutatingAdmissionWebhook: webhooks change the object one after the other.
 * Source: apiserver pkg/admission/plugin/webhook/mutating dispatcher.go.
 */
import { err, ok, type Result } from '#base/result';
import { internalError, isStatus } from '#k8s.io/apimachinery/errors';
import { asJson, deepEqual, goJson } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { applyJsonPatch } from '#k8s.io/apimachinery/patch/json-patch';
import { type Process, sleep } from '#sim/simulation';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  unchanged,
} from '../admission.ts';
import { mutatedObject } from '../mutated-object.ts';
import { registration } from '../policy/policy-resources.ts';
import { Reinvocations } from '../reinvocations.ts';
import { ask, mayHaveWebhooks, pass, shouldCall } from '../webhook/dispatch.ts';
import { type Hook, WebhookSource } from '../webhook/webhook-source.ts';

const name = 'MutatingAdmissionWebhook';

export function mutatingAdmissionWebhook(environment: AdmissionEnvironment): AdmissionPlugin {
  const source = new WebhookSource(
    environment.cache(registration('mutatingwebhookconfigurations')),
    environment.cel,
  );
  return {
    name,
    enabled: true,
    reinvokes: true,
    handles: (_operation, resource) => mayHaveWebhooks(resource),
    dormant: () => source.empty,
    *admit(attributes) {
      const { reinvocation } = attributes;
      const again = Reinvocations.of(reinvocation, name, attributes.object);
      const applied: string[] = [];
      let object = attributes.object;
      for (const [index, hook] of source.hooks().entries()) {
        const now = { ...attributes, object };
        const wanted = yield* shouldCall(environment, hook, now);
        if (!wanted.ok) return wanted;
        if (!wanted.value) continue;
        if (reinvocation?.again === true && !again.mustCall(hook.key)) continue;
        const next = yield* call(environment, hook, now, index);
        if (!next.ok) return next;
        if (next.value !== object) {
          object = next.value;
          applied.push(hook.webhook.name);
          again.requireAgain();
          reinvocation?.request();
        }
        if (hook.webhook.reinvocationPolicy === 'IfNeeded') again.mayCallAgain(hook.key);
      }
      again.finished(object);
      return object === attributes.object ? unchanged(object) : changed(object, applied.join(', '));
    },
  };
}

/** The object after one webhook. */
function* call(
  environment: AdmissionEnvironment,
  hook: Hook,
  attributes: AdmissionAttributes,
  index: number,
): Process<Result<KubeObject, Status>> {
  const outcome = yield* ask(environment, hook, attributes);
  if (!('verdict' in outcome)) return isStatus(outcome) ? err(outcome) : ok(attributes.object);
  yield* sleep(outcome.call.took);
  const { verdict } = outcome;
  const { request, object } = attributes;
  const round = attributes.reinvocation?.again === true ? 1 : 0;
  const place = `round_${round}_index_${index}`;
  if (verdict.kind === 'denied') return err(verdict.status);
  if (verdict.kind === 'failed open') {
    const key = `failed-open.mutation.webhook.admission.k8s.io/${place}`;
    request.annotate(key, hook.webhook.name);
    return ok(object);
  }
  pass(verdict.response, attributes);
  const patched = patch(hook, attributes, verdict.response.patch ?? []);
  if (patched.ok) {
    const { configuration, webhook } = hook;
    const mutated = patched.value !== object;
    const value = goJson({ configuration, webhook: webhook.name, mutated });
    request.annotate(`mutation.webhook.admission.k8s.io/${place}`, value);
  }
  return patched;
}

function patch(
  { webhook }: Hook,
  { object, operation }: AdmissionAttributes,
  operations: Parameters<typeof applyJsonPatch>[1],
): Result<KubeObject, Status> {
  if (operations.length === 0) return ok(object);
  if (operation === 'DELETE') {
    const why = `admission webhook "${webhook.name}" attempted to modify the object`;
    return err(internalError(`${why}, which is not supported for this operation`));
  }
  const patched = applyJsonPatch(asJson(object), operations);
  if (!patched.ok) return err(internalError(patched.error));
  if (deepEqual(patched.value, asJson(object))) return ok(object);
  const read = mutatedObject(object, patched.value);
  return read.ok ? read : err(internalError(read.error));
}
