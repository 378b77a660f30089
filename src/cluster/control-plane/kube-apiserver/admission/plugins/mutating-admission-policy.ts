/**
 * MutatingAdmissionPolicy: changes objects by expressions. Source: apiserver
 * pkg/admission/plugin/policy/mutating dispatcher.go and generic policy_dispatcher.go.
 */
import { err, type Result } from '#base/result';
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
} from '#k8s.io/api/admissionregistration/v1';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { toCel } from '#k8s.io/apiserver/cel/values';
import type { Process } from '#sim/simulation';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  denied,
  type Reinvocation,
  unchanged,
} from '../admission.ts';
import { namespaceOf } from '../matching/selectors.ts';
import { compileMutatingPolicy, type MutatingEvaluator } from '../policy/mutating-evaluator.ts';
import { collectParams } from '../policy/params.ts';
import { mayHavePolicies, registration } from '../policy/policy-resources.ts';
import { type Hook, PolicySource } from '../policy/policy-source.ts';
import { requestVariables, type Values } from '../policy/request-variables.ts';
import { Reinvocations } from '../reinvocations.ts';
import { matches, unknownParamKind } from './validating-admission-policy.ts';

const name = 'MutatingAdmissionPolicy';
type Policy = MutatingAdmissionPolicy;
type Binding = MutatingAdmissionPolicyBinding;
type PolicyHook = Hook<Policy, Binding, Result<MutatingEvaluator, string>>;

/** One policy with one binding and one parameter. */
interface Invocation {
  readonly policy: Policy;
  readonly binding: Binding;
  readonly evaluator: MutatingEvaluator;
  readonly matched: ResourceInfo;
  readonly param: KubeObject | undefined;
}

export function mutatingAdmissionPolicy(environment: AdmissionEnvironment): AdmissionPlugin {
  const source = new PolicySource<Policy, Binding, Result<MutatingEvaluator, string>>({
    sim: environment.sim,
    policies: environment.cache(registration('mutatingadmissionpolicies')),
    bindings: environment.cache(registration('mutatingadmissionpolicybindings')),
    policyNameOf: ({ spec }) => spec.policyName ?? '',
    compile: (policy) => compileMutatingPolicy(policy, environment.cel),
  });
  return {
    name,
    enabled: true,
    reinvokes: true,
    handles: (operation, resource) => operation !== 'CONNECT' && mayHavePolicies(resource),
    dormant: () => source.empty,
    *admit(attributes) {
      const dispatch = new Dispatch(environment, attributes);
      for (const hook of source.hooks()) yield* dispatch.collect(hook);
      yield* dispatch.run();
      const { failures, object, applied } = dispatch;
      if (failures.length > 0) return err(refusal(attributes, failures));
      return object === attributes.object ? unchanged(object) : changed(object, applied.join(', '));
    },
  };
}

interface PolicyFailure {
  readonly message: string;
  readonly reason: string;
}

/** Runs one change through all policies. */
class Dispatch {
  object: KubeObject;
  readonly failures: PolicyFailure[] = [];
  readonly applied: string[] = [];
  readonly #environment: AdmissionEnvironment;
  readonly #attributes: AdmissionAttributes;
  readonly #invocations: Invocation[] = [];

  constructor(environment: AdmissionEnvironment, attributes: AdmissionAttributes) {
    this.#environment = environment;
    this.#attributes = attributes;
    this.object = attributes.object;
  }

  /** Determines which bindings and parameters of a policy match the change. */
  *collect({ policy, bindings, evaluator }: PolicyHook): Process {
    const attributes = this.#attributes;
    const { paramKind, matchConstraints = {} } = policy.spec;
    const matched = yield* matches(this.#environment, matchConstraints, attributes);
    if (matched === undefined) return;
    if (!evaluator.ok) return this.#misconfigured(policy, undefined, evaluator.error);
    const paramResource =
      paramKind &&
      this.#environment.resourceForKind(paramKind.apiVersion ?? '', paramKind.kind ?? '');
    if (paramKind !== undefined && paramResource === undefined) {
      return this.#misconfigured(policy, undefined, unknownParamKind(paramKind));
    }
    for (const binding of bindings) {
      const { matchResources, paramRef } = binding.spec;
      if (matchResources !== undefined) {
        const bound = yield* matches(this.#environment, matchResources, attributes);
        if (bound === undefined) continue;
      }
      const { namespace } = attributes.request;
      const environment = this.#environment;
      const params = yield* collectParams(
        environment,
        paramKind,
        paramResource,
        paramRef,
        namespace,
      );
      if (!params.ok) this.#misconfigured(policy, binding, params.error);
      else {
        for (const param of params.value) {
          this.#invocations.push({ policy, binding, evaluator: evaluator.value, matched, param });
        }
      }
    }
  }

  /** Runs them one after the other, each on the result of the one before. */
  *run(): Process {
    const { reinvocation, operation } = this.#attributes;
    if (this.#invocations.length === 0 || operation === 'DELETE') return;
    const namespace = yield* namespaceOf(this.#environment, this.#attributes);
    const again = Reinvocations.of(reinvocation, name, this.object);
    for (const invocation of this.#invocations) {
      const key = keyOf(invocation);
      if (reinvocation?.again === true && !again.mustCall(key)) continue;
      const before = this.object;
      const values = requestVariables(
        this.#environment,
        { ...this.#attributes, object: before },
        invocation.matched,
        namespace,
      );
      this.#call(invocation, values);
      if (this.object !== before) this.#changed(reinvocation, again);
      if (invocation.policy.spec.reinvocationPolicy === 'IfNeeded') again.mayCallAgain(key);
    }
    again.finished(this.object);
  }

  #changed(reinvocation: Reinvocation | undefined, again: Reinvocations): void {
    again.requireAgain();
    reinvocation?.request();
  }

  #call({ policy, binding, evaluator, param }: Invocation, values: Values): void {
    const given =
      policy.spec.paramKind === undefined ? values : { ...values, params: toCel(param) };
    const answer = evaluator.mutate(this.object, given);
    if (!answer.ok) this.#failed(policy, binding, answer.error, 'Invalid');
    else if (answer.value !== undefined && answer.value !== this.object) {
      this.object = answer.value;
      this.applied.push(policy.metadata.name);
    }
  }

  #misconfigured(policy: Policy, binding: Binding | undefined, why: string): void {
    const what = binding === undefined ? 'policy' : 'binding';
    this.#failed(policy, binding, `failed to configure ${what}: ${why}`, '');
  }

  /** Source: generic.PolicyError.Error. */
  #failed(policy: Policy, binding: Binding | undefined, why: string, reason: string): void {
    if (policy.spec.failurePolicy === 'Ignore') return;
    const { name: policyName } = policy.metadata;
    const message =
      binding === undefined
        ? `policy "${policyName}" denied request: ${why}`
        : `policy '${policyName}' with binding '${binding.metadata.name}' denied request: ${why}`;
    this.failures.push({ message, reason });
  }
}

const keyOf = ({ policy, binding, param }: Invocation): string =>
  [
    policy.metadata.name,
    binding.metadata.name,
    param?.metadata.namespace,
    param?.metadata.name,
  ].join('/');

/** The code is that of a refusal; message and reason are those of the first failure. */
function refusal(attributes: AdmissionAttributes, failures: readonly PolicyFailure[]): Status {
  const status = denied(attributes, 'admission request denied by policy');
  const [first] = failures;
  return {
    ...status,
    message: first?.message ?? '',
    ...(first !== undefined && first.reason !== '' && { reason: first.reason }),
    details: { ...status.details, causes: failures.map(({ message }) => ({ message })) },
  } as Status;
}
