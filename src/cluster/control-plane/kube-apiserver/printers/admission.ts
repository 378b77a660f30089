/**
 * Source: kubernetes pkg/printers/internalversion/printers.go (policies, bindings, webhook
 * configurations) and kube-aggregator pkg/registry/apiservice/etcd (APIServices).
 */
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '#k8s.io/api/admissionregistration/v1';
import type { APIService } from '#k8s.io/api/apiregistration/v1';
import { ageOf, definePrinter, type Printer } from './printer.ts';

const unset = '<unset>';

const kindCell = (kind: ParamKind | undefined): string =>
  kind === undefined ? unset : `${kind.apiVersion}/${kind.kind}`;

const paramCell = (ref: ParamRef | undefined): string => {
  const { name = '', namespace = '' } = ref ?? {};
  if (name === '') return unset;
  return `${namespace === '' ? '*' : namespace}/${name}`;
};

const validatingPolicy = definePrinter<ValidatingAdmissionPolicy>(
  ['Name', '#Validations', 'ParamKind', 'Age'],
  (policy, now) => [
    policy.metadata.name,
    (policy.spec.validations ?? []).length,
    kindCell(policy.spec.paramKind),
    ageOf(policy, now),
  ],
);

const mutatingPolicy = definePrinter<MutatingAdmissionPolicy>(
  ['Name', '#Mutations', 'ParamKind', 'Age'],
  (policy, now) => [
    policy.metadata.name,
    (policy.spec.mutations ?? []).length,
    kindCell(policy.spec.paramKind),
    ageOf(policy, now),
  ],
);

const policyBinding = definePrinter<
  ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding
>(['Name', 'PolicyName', 'ParamRef', 'Age'], (binding, now) => [
  binding.metadata.name,
  binding.spec.policyName ?? '',
  paramCell(binding.spec.paramRef),
  ageOf(binding, now),
]);

const webhookConfiguration = definePrinter<ValidatingWebhookConfiguration>(
  ['Name', '#Webhooks', 'Age'],
  (configuration, now) => [
    configuration.metadata.name,
    (configuration.webhooks ?? []).length,
    ageOf(configuration, now),
  ],
);

const apiService = definePrinter<APIService>(
  ['Name', 'Service', 'Available', 'Age'],
  (service, now) => {
    const { namespace, name } = service.spec.service ?? {};
    const available = service.status?.conditions?.find(({ type }) => type === 'Available');
    const { status = 'Unknown', reason = '' } = available ?? {};
    return [
      service.metadata.name,
      name === undefined ? 'Local' : `${namespace}/${name}`,
      status === 'True' || available === undefined ? status : `${status} (${reason})`,
      ageOf(service, now),
    ];
  },
);

export const admissionPrinters: Readonly<Record<string, Printer>> = {
  'validatingadmissionpolicies.admissionregistration.k8s.io': validatingPolicy,
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': policyBinding,
  'mutatingadmissionpolicies.admissionregistration.k8s.io': mutatingPolicy,
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': policyBinding,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfiguration,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfiguration,
  'apiservices.apiregistration.k8s.io': apiService,
};
