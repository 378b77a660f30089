/**
 * Defaults of the smaller groups: discovery, networking, rbac, storage, scheduling, flowcontrol,
 * admissionregistration and authentication.
 *
 * Models kubernetes/pkg/apis/{group}/v1 defaults.go.
 */
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  RuleWithOperations,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
  WebhookClientConfig,
} from '../admissionregistration/v1.ts';
import type { TokenRequest } from '../authentication/v1.ts';
import type { EndpointSlice } from '../discovery/v1.ts';
import type { FlowSchema, PriorityLevelConfiguration } from '../flowcontrol/v1.ts';
import type { IngressClass, NetworkPolicy, NetworkPolicyPort } from '../networking/v1.ts';
import type { ClusterRoleBinding, RoleBinding, Subject } from '../rbac/v1.ts';
import type { PriorityClass } from '../scheduling/v1.ts';
import type { CSIDriver, StorageClass } from '../storage/v1.ts';
import { change, each, fill } from './fill.ts';

export const defaultEndpointSlice = (slice: EndpointSlice): EndpointSlice =>
  change(slice, 'ports', (ports) =>
    each(ports, (port) => {
      const named = port.name === undefined ? { ...port, name: '' } : port;
      return fill(named, { protocol: 'TCP' });
    }),
  );

export const defaultNetworkPolicy = (policy: NetworkPolicy): NetworkPolicy =>
  change(policy, 'spec', (spec) => {
    const port = (ports: readonly NetworkPolicyPort[]) =>
      each(ports, (item) => fill(item, { protocol: 'TCP' }));
    const ingress = change(spec, 'ingress', (rules) =>
      each(rules, (rule) => change(rule, 'ports', port)),
    );
    const both = change(ingress, 'egress', (rules) =>
      each(rules, (rule) => change(rule, 'ports', port)),
    );
    if ((both.policyTypes ?? []).length > 0) return both;
    const hasEgress = (both.egress ?? []).length > 0;
    const policyTypes = hasEgress ? (['Ingress', 'Egress'] as const) : (['Ingress'] as const);
    return { ...both, policyTypes };
  });

export const defaultIngressClass = (ingressClass: IngressClass): IngressClass =>
  change(ingressClass, 'spec', (spec) =>
    change(spec, 'parameters', (parameters) => fill(parameters, { scope: 'Cluster' })),
  );

const rbacGroup = 'rbac.authorization.k8s.io';

const defaultSubjects = (subjects: readonly Subject[]): readonly Subject[] =>
  each(subjects, (subject) =>
    subject.kind === 'ServiceAccount' ? subject : fill(subject, { apiGroup: rbacGroup }),
  );

export const defaultRoleBinding = <T extends RoleBinding | ClusterRoleBinding>(binding: T): T => {
  const filled = change<RoleBinding | ClusterRoleBinding, 'roleRef'>(binding, 'roleRef', (ref) =>
    fill(ref, { apiGroup: rbacGroup }),
  );
  return change(filled, 'subjects', defaultSubjects) as T;
};

export const defaultStorageClass = (storageClass: StorageClass): StorageClass =>
  fill(storageClass, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });

export const defaultCsiDriver = (driver: CSIDriver): CSIDriver =>
  change(driver, 'spec', (spec) => {
    const filled = fill(spec, {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
      seLinuxMount: false,
    });
    return (filled.volumeLifecycleModes ?? []).length > 0
      ? filled
      : { ...filled, volumeLifecycleModes: ['Persistent'] };
  });

export const defaultPriorityClass = (priorityClass: PriorityClass): PriorityClass =>
  fill(priorityClass, { preemptionPolicy: 'PreemptLowerPriority' });

export const defaultFlowSchema = (schema: FlowSchema): FlowSchema =>
  change(schema, 'spec', (spec) =>
    spec.matchingPrecedence ? spec : { ...spec, matchingPrecedence: 1000 },
  );

export const defaultPriorityLevel = (
  level: PriorityLevelConfiguration,
): PriorityLevelConfiguration =>
  change(level, 'spec', (spec) => {
    const exempt = change(spec, 'exempt', (value) =>
      fill(value, { nominalConcurrencyShares: 0, lendablePercent: 0 }),
    );
    return change(exempt, 'limited', (limited) =>
      change(
        fill(limited, { nominalConcurrencyShares: 30, lendablePercent: 0 }),
        'limitResponse',
        (response) =>
          change(response, 'queuing', (queuing) =>
            fill(queuing, { handSize: 8, queues: 64, queueLengthLimit: 50 }),
          ),
      ),
    );
  });

export const defaultTokenRequest = (request: TokenRequest): TokenRequest =>
  change(request, 'spec', (spec) => fill(spec, { expirationSeconds: 3600 }));

const defaultRules = (rules: readonly RuleWithOperations[]): readonly RuleWithOperations[] =>
  each(rules, (rule) => fill(rule, { scope: '*' }));

const defaultClientConfig = (config: WebhookClientConfig): WebhookClientConfig =>
  change(config, 'service', (service) => fill(service, { port: 443 }));

const webhookDefaults = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
} as const;

function defaultWebhook<T extends ValidatingWebhook | MutatingWebhook>(webhook: T): T {
  const filled = fill<ValidatingWebhook>(webhook, webhookDefaults);
  const ruled = change(filled, 'rules', defaultRules);
  return change(ruled, 'clientConfig', defaultClientConfig) as T;
}

export const defaultValidatingWebhooks = (
  configuration: ValidatingWebhookConfiguration,
): ValidatingWebhookConfiguration =>
  change(configuration, 'webhooks', (webhooks) => each(webhooks, defaultWebhook));

export const defaultMutatingWebhooks = (
  configuration: MutatingWebhookConfiguration,
): MutatingWebhookConfiguration =>
  change(configuration, 'webhooks', (webhooks) =>
    each(webhooks, (webhook) => fill(defaultWebhook(webhook), { reinvocationPolicy: 'Never' })),
  );

const defaultMatchResources = (match: MatchResources): MatchResources => {
  const filled = fill(match, {
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
  });
  const included = change(filled, 'resourceRules', (rules) =>
    each(rules, (rule) => fill(rule, { scope: '*' })),
  );
  return change(included, 'excludeResourceRules', (rules) =>
    each(rules, (rule) => fill(rule, { scope: '*' })),
  );
};

export const defaultValidatingPolicy = (
  policy: ValidatingAdmissionPolicy,
): ValidatingAdmissionPolicy =>
  change(policy, 'spec', (spec) =>
    change(fill(spec, { failurePolicy: 'Fail' }), 'matchConstraints', defaultMatchResources),
  );

export const defaultMutatingPolicy = (policy: MutatingAdmissionPolicy): MutatingAdmissionPolicy =>
  change(policy, 'spec', (spec) =>
    change(fill(spec, { failurePolicy: 'Fail' }), 'matchConstraints', defaultMatchResources),
  );

export const defaultPolicyBinding = <
  T extends ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding,
>(
  binding: T,
): T =>
  change<ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding, 'spec'>(
    binding,
    'spec',
    (spec) => change(spec, 'matchResources', defaultMatchResources),
  ) as T;
