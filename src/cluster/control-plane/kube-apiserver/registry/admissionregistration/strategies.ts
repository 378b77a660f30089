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

/** Checked as a whole when it is new and when its spec changes. */
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

const webhooks = checked<KubeObject>(
  {
    prepareForCreate: (object) => withGeneration(object, 1),
    prepareForUpdate: (object, old) =>
      preparedUpdate(object, old, (next, before) => !sameBody(next, before)),
  },
  validateWebhookConfiguration,
);

const policy = <T extends KubeObject>(status: unknown, validate: Validate<T>): AnyStrategy =>
  checked<T>(generational<T>(status), validate);

/** By resource and group, for the table of strategies. */
export const admissionRegistrationStrategies: Readonly<Record<string, AnyStrategy>> = {
  'validatingadmissionpolicies.admissionregistration.k8s.io': policy<ValidatingAdmissionPolicy>(
    {},
    validateValidatingPolicy,
  ),
  'validatingadmissionpolicybindings.admissionregistration.k8s.io':
    policy<ValidatingAdmissionPolicyBinding>(undefined, validateValidatingBinding),
  'mutatingadmissionpolicies.admissionregistration.k8s.io': policy<MutatingAdmissionPolicy>(
    undefined,
    validateMutatingPolicy,
  ),
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io':
    policy<MutatingAdmissionPolicyBinding>(undefined, validateMutatingBinding),
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
};
