/** The strategies of policies, bindings and webhook configurations. */
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '#k8s.io/api/admissionregistration/v1';
import type { FieldError } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { generational, preparedUpdate } from '../common-strategies.ts';
import { type AnyStrategy, defineStrategy, type Strategy, withGeneration } from '../strategy.ts';
import {
  validateMutatingBinding,
  validateMutatingPolicy,
  validateValidatingBinding,
  validateValidatingPolicy,
} from './policies.ts';
import { validateWebhookConfiguration } from './webhooks.ts';

type Validate<T> = (object: T) => readonly FieldError[];

/** Checked as a whole when it is created and when its spec changes. */
const checked = <T extends KubeObject>(
  parts: Partial<Strategy<T>>,
  validate: Validate<T>,
): AnyStrategy =>
  defineStrategy<T>({
    ...parts,
    validate,
    validateUpdate: (object, old) => (sameBody(object, old) ? [] : validate(object)),
  });

const sameBody = (object: KubeObject, old: KubeObject): boolean => {
  const { metadata: _, ...a } = object;
  const { metadata: __, ...b } = old;
  return deepEqual(a, b);
};

const policy = <T extends KubeObject>(status: unknown, validate: Validate<T>): AnyStrategy =>
  checked<T>(generational<T>(status), validate);

const webhooks = (cel: Cel): AnyStrategy =>
  checked<KubeObject>(
    {
      prepareForCreate: (object) => withGeneration(object, 1),
      prepareForUpdate: (object, old) =>
        preparedUpdate(object, old, (next, before) => !sameBody(next, before)),
    },
    (object) => validateWebhookConfiguration(object, cel),
  );

const validatingPolicy = (cel: Cel): AnyStrategy =>
  policy<ValidatingAdmissionPolicy>({}, (object) => validateValidatingPolicy(object, cel));

const mutatingPolicy = (cel: Cel): AnyStrategy =>
  policy<MutatingAdmissionPolicy>(undefined, (object) => validateMutatingPolicy(object, cel));

/** Kinds without expressions, by resource and group, for the table of strategies. */
export const policyBindingStrategies: Readonly<Record<string, AnyStrategy>> = {
  'validatingadmissionpolicybindings.admissionregistration.k8s.io':
    policy<ValidatingAdmissionPolicyBinding>(undefined, validateValidatingBinding),
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io':
    policy<MutatingAdmissionPolicyBinding>(undefined, validateMutatingBinding),
};

/** Kinds with expressions, which must compile. */
export const policyStrategies: Readonly<Record<string, (cel: Cel) => AnyStrategy>> = {
  'validatingadmissionpolicies.admissionregistration.k8s.io': validatingPolicy,
  'mutatingadmissionpolicies.admissionregistration.k8s.io': mutatingPolicy,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
};
