/**
 * ValidatingAdmissionPolicy: denies, warns or annotates the audit log by expressions. Source:
 * apiserver pkg/admission/plugin/policy/validating dispatcher.go.
 */
import { err, type Result } from '#base/result';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '#k8s.io/api/admissionregistration/v1';
import { forbidden } from '#k8s.io/apimachinery/errors';
import { goJson } from '#k8s.io/apimachinery/json-value';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import { toCel } from '#k8s.io/apiserver/cel/values';
import type { Process } from '#sim/simulation';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
} from '../admission.ts';
import { matchedResource } from '../matching/rules.ts';
import { namespaceOf, selected } from '../matching/selectors.ts';
import { collectParams } from '../policy/params.ts';
import { mayHavePolicies, registration } from '../policy/policy-resources.ts';
import { type Hook, PolicySource } from '../policy/policy-source.ts';
import { requestVariables } from '../policy/request-variables.ts';
import {
  compileValidatingPolicy,
  type Evaluation,
  type Failure,
  type ValidatingEvaluator,
} from '../policy/validating-evaluator.ts';

type Policy = ValidatingAdmissionPolicy;
type Binding = ValidatingAdmissionPolicyBinding;
type PolicyHook = Hook<Policy, Binding, Result<ValidatingEvaluator, string>>;

export function validatingAdmissionPolicy(environment: AdmissionEnvironment): AdmissionPlugin {
  const source = new PolicySource<Policy, Binding, Result<ValidatingEvaluator, string>>({
    sim: environment.sim,
    policies: environment.cache(registration('validatingadmissionpolicies')),
    bindings: environment.cache(registration('validatingadmissionpolicybindings')),
    policyNameOf: ({ spec }) => spec.policyName,
    compile: (policy) => compileValidatingPolicy(policy, environment.cel),
  });
  return {
    name: 'ValidatingAdmissionPolicy',
    enabled: true,
    handles: (_operation, resource) => mayHavePolicies(resource),
    dormant: () => source.empty,
    *validate(attributes) {
      let denial: Status | undefined;
      for (const hook of source.hooks()) {
        const verdict = new Verdict(hook.policy, attributes);
        yield* judge(environment, hook, attributes, verdict);
        verdict.publish();
        denial ??= verdict.denial;
      }
      // Only the first denial is returned; warnings and annotations are those of all policies.
      return denial === undefined ? admitted : err(denial);
    },
  };
}

/** Collects the results of one policy's bindings for a change. */
class Verdict {
  denial: Status | undefined;
  readonly #policy: Policy;
  readonly #attributes: AdmissionAttributes;
  readonly #annotations = new Map<string, string[]>();

  constructor(policy: Policy, attributes: AdmissionAttributes) {
    this.#policy = policy;
    this.#attributes = attributes;
  }

  misconfigured(why: string, binding: Binding | undefined): void {
    if (this.#policy.spec.failurePolicy === 'Ignore') return;
    const what = binding === undefined ? 'policy' : 'binding';
    this.#deny(`failed to configure ${what}: ${why}`, '', binding);
  }

  add(binding: Binding, { failures, annotations, errors }: Evaluation): void {
    for (const failure of failures) {
      for (const action of binding.spec.validationActions) this.#act(action, failure, binding);
    }
    for (const { key, value } of annotations) {
      const values = this.#annotations.get(key);
      if (values === undefined) this.#annotations.set(key, [value]);
      else if (!values.includes(value)) values.push(value);
    }
    for (const error of errors) this.#deny(error, '', binding);
  }

  /** Writes the collected annotations into the audit event. */
  publish(): void {
    for (const [key, values] of this.#annotations) {
      const { request } = this.#attributes;
      request.annotate(`${this.#policy.metadata.name}/${key}`, values.join(', '));
    }
  }

  #act(action: string, failure: Failure, binding: Binding): void {
    const { request } = this.#attributes;
    const { name } = this.#policy.metadata;
    const bound = `ValidatingAdmissionPolicy '${name}' with binding '${binding.metadata.name}'`;
    if (action === 'Deny') this.#deny(failure.message, failure.reason, binding);
    else if (action === 'Warn') request.warn(`Validation failed for ${bound}: ${failure.message}`);
    else request.annotate(failureAnnotation, auditValue(failure, binding));
  }

  #deny(message: string, reason: string, binding: Binding | undefined): void {
    if (this.denial !== undefined) return;
    const { name } = this.#policy.metadata;
    const bound = binding === undefined ? '' : ` with binding '${binding.metadata.name}'`;
    const text = `ValidatingAdmissionPolicy '${name}'${bound} denied request: ${message}`;
    this.denial = denialStatus(this.#attributes, text, reason || 'Invalid');
  }
}

const failureAnnotation = 'validation.policy.admission.k8s.io/validation_failure';

const auditValue = ({ message, index }: Failure, { metadata, spec }: Binding): string =>
  goJson([
    {
      message,
      policy: spec.policyName,
      binding: metadata.name,
      expressionIndex: index,
      validationActions: spec.validationActions,
    },
  ]);

const codes: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
};

/** The Status of a refusal by admission, but with the reason of the validation. */
function denialStatus(
  { request, object }: AdmissionAttributes,
  text: string,
  reason: string,
): Status {
  const { name, generateName } = object.metadata ?? {};
  const shown = name || generateName || request.name || 'Unknown';
  const status = forbidden(groupResource(request.resource), shown, text);
  return {
    ...status,
    reason,
    code: codes[reason] ?? 422,
    details: { ...status.details, causes: [{ message: text }] },
  } as Status;
}

function* judge(
  environment: AdmissionEnvironment,
  { policy, bindings, evaluator }: PolicyHook,
  attributes: AdmissionAttributes,
  verdict: Verdict,
): Process {
  const constraints = policy.spec.matchConstraints ?? {};
  const matched = yield* matches(environment, constraints, attributes);
  if (matched === undefined) return;
  if (!evaluator.ok) return verdict.misconfigured(evaluator.error, undefined);
  const { paramKind } = policy.spec;
  const paramResource =
    paramKind && environment.resourceForKind(paramKind.apiVersion ?? '', paramKind.kind ?? '');
  if (paramKind !== undefined && paramResource === undefined) {
    return verdict.misconfigured(unknownParamKind(paramKind), undefined);
  }
  const namespace = yield* namespaceOf(environment, attributes);
  const values = requestVariables(environment, attributes, matched, namespace);
  for (const binding of bindings) {
    const { matchResources, paramRef } = binding.spec;
    if (matchResources !== undefined) {
      const bound = yield* matches(environment, matchResources, attributes);
      if (bound === undefined) continue;
    }
    const params = yield* collectParams(
      environment,
      paramKind,
      paramResource,
      paramRef,
      attributes.request.namespace,
    );
    if (!params.ok) verdict.misconfigured(params.error, binding);
    else {
      for (const param of params.value) {
        const given = paramKind === undefined ? values : { ...values, params: toCel(param) };
        verdict.add(binding, evaluator.value.evaluate(given));
      }
    }
  }
}

export function unknownParamKind(kind: { apiVersion?: string; kind?: string }): string {
  const named = `${kind.apiVersion}, Kind=${kind.kind}`;
  return `failed to find resource referenced by paramKind: '${named}'`;
}

/** The resource in the version that the constraints name; undefined when they do not match. */
export function* matches(
  environment: AdmissionEnvironment,
  constraints: NonNullable<Policy['spec']['matchConstraints']>,
  attributes: AdmissionAttributes,
): Process<ResourceInfo | undefined> {
  const { excludeResourceRules = [], resourceRules = [], matchPolicy } = constraints;
  const { resource } = attributes.request;
  // The rules are checked first because they are cheap; the order does not change the result.
  if (matchedResource(excludeResourceRules, matchPolicy, attributes) !== undefined)
    return undefined;
  const matched =
    resourceRules.length === 0 ? resource : matchedResource(resourceRules, matchPolicy, attributes);
  if (matched === undefined) return undefined;
  return (yield* selected(environment, constraints, attributes)) ? matched : undefined;
}
