/**
 * What mutating and validating webhooks have in common: whether one is called, and how its call
 * ends. Models k8s.io/apiserver pkg/admission/plugin/webhook/generic webhook.go and errors.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { badRequest, internalError } from '#k8s.io/apimachinery/errors';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import { type AdmissionAttributes, type AdmissionEnvironment, denied } from '../admission.ts';
import { matchedResource } from '../matching/rules.ts';
import { namespaceOf, selected } from '../matching/selectors.ts';
import { meetsConditions } from '../policy/match-conditions.ts';
import { requestVariables } from '../policy/request-variables.ts';
import type { AdmissionResponse } from './admission-response.ts';
import { type Call, callWebhook } from './webhook-server.ts';
import type { Hook } from './webhook-source.ts';

const registrationGroup = 'admissionregistration.k8s.io';
const defaultTimeoutSeconds = 10;

/** Webhooks are never called for admission configurations. */
export const mayHaveWebhooks = ({ group }: ResourceInfo): boolean => group !== registrationGroup;

/** Whether a webhook matches a change. Source: Webhook.ShouldCallHook. */
export function* shouldCall(
  environment: AdmissionEnvironment,
  { webhook, conditions }: Hook,
  attributes: AdmissionAttributes,
): Process<Result<boolean, Status>> {
  const matched = matchedResource(webhook.rules ?? [], webhook.matchPolicy, attributes);
  if (matched === undefined) return ok(false);
  if (!(yield* selected(environment, webhook, attributes))) return ok(false);
  if (conditions.length === 0) return ok(true);
  const namespace = yield* namespaceOf(environment, attributes);
  const values = requestVariables(environment, attributes, matched, namespace);
  const met = meetsConditions(conditions, values);
  if (met.ok) return met;
  if (webhook.failurePolicy === 'Ignore') return ok(false);
  return err(denied(attributes, met.error));
}

/** The result of a call, for admission. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly response: AdmissionResponse }
  | { readonly kind: 'denied'; readonly status: Status }
  /** The call failed, and the webhook's failure policy ignores that. */
  | { readonly kind: 'failed open' };

export interface Outcome {
  readonly call: Call;
  readonly verdict: Verdict;
}

/** Calls one webhook; the caller then waits for `call.took`. */
export function* ask(
  environment: AdmissionEnvironment,
  { webhook }: Hook,
  attributes: AdmissionAttributes,
): Process<Outcome | Status> {
  const { sideEffects, timeoutSeconds = defaultTimeoutSeconds } = webhook;
  if (attributes.request.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    return badRequest(`admission webhook ${goQuote(webhook.name)} does not support dry run`);
  }
  const call = yield* callWebhook(environment, webhook, timeoutSeconds, attributes);
  const verdict = verdictOf(environment, webhook.name, webhook.failurePolicy, call);
  emitCalled(environment, webhook.name, attributes, call, verdict);
  return { call, verdict };
}

function verdictOf(
  _environment: AdmissionEnvironment,
  name: string,
  failurePolicy: string | undefined,
  { answer }: Call,
): Verdict {
  if (!answer.ok) {
    if (failurePolicy === 'Ignore') return { kind: 'failed open' };
    const text = `failed calling webhook ${goQuote(name)}: ${answer.error}`;
    return { kind: 'denied', status: internalError(text) };
  }
  const response = answer.value;
  return response.allowed
    ? { kind: 'allowed', response }
    : { kind: 'denied', status: rejection(name, response) };
}

/** Source: webhook/errors ToStatusErr. */
function rejection(
  name: string,
  { message = '', code = 0, reason: given }: AdmissionResponse,
): Status {
  const by = `admission webhook ${goQuote(name)} denied the request`;
  const why = message === '' ? given : message;
  const text = why === undefined ? `${by} without explanation` : `${by}: ${why}`;
  const status = badRequest(text);
  const { reason: _, ...rest } = status;
  const reasons: Readonly<Record<number, string>> = { 403: 'Forbidden', 422: 'Invalid' };
  const reason = given ?? reasons[code];
  return {
    ...rest,
    ...defined({ reason }),
    code: Math.max(code, 400),
  } as Status;
}

function emitCalled(
  { tracer }: AdmissionEnvironment,
  webhook: string,
  { request }: AdmissionAttributes,
  { url, answer }: Call,
  verdict: Verdict,
): void {
  const { message = '' } = answer.ok ? answer.value : { message: answer.error };
  tracer.emit({
    type: 'WebhookCalled',
    component: 'kube-apiserver',
    request: request.request,
    webhook,
    url,
    outcome: answer.ok ? (answer.value.allowed ? 'allowed' : 'denied') : 'failed',
    stops: verdict.kind === 'denied',
    detail: message,
  });
}

/** The warnings of a webhook go to the client. */
export function pass({ warnings = [] }: AdmissionResponse, attributes: AdmissionAttributes): void {
  for (const warning of warnings) attributes.request.warn(warning);
}
