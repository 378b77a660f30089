/**
 * Which fields of a Go type a published schema calls required. Models kube-openapi generators.
 *
 * The tables are read from the recorded documents: fields, and the types in which they are not what
 * their encoding lets one expect.
 */
import type { FieldSchema, StructSchema } from './schema.ts';

const wholes = new Set(['metadata', 'spec', 'status']);

/** The encoder may leave them out. */
const alsoRequired: Readonly<Record<string, string>> = {
  action: 'core.ContainerRestartRule',
  counters: 'resource.CounterSet resource.DeviceCounterConsumption',
  eventTime: 'events.Event',
  imageRef: 'core.ImageVolumeStatus',
  keyType: 'core.PodCertificateProjection',
  lastObservedTime: 'events.EventSeries',
  lastTransitionTime: 'meta.Condition',
  metadata: 'core.Event',
  min: 'resource.CapacityRequestPolicyRange',
  name: 'networking.ParentReference',
  operator: 'core.ContainerRestartRuleOnExitCodes',
  parameters: 'resource.OpaqueDeviceConfiguration',
  parentRef: 'networking.IPAddressSpec',
  policyName: 'admissionregistration.ValidatingAdmissionPolicyBindingSpec',
  resource: 'networking.ParentReference',
  signerName: 'core.PodCertificateProjection',
  spec:
    'admissionregistration.ValidatingAdmissionPolicyBinding ' +
    'apiextensions.CustomResourceDefinition authentication.TokenReview ' +
    'authorization.LocalSubjectAccessReview authorization.SelfSubjectAccessReview ' +
    'authorization.SelfSubjectRulesReview authorization.SubjectAccessReview ' +
    'autoscaling.HorizontalPodAutoscaler autoscalingv2.HorizontalPodAutoscaler ' +
    'batch.CronJob certificates.CertificateSigningRequest networking.IPAddress ' +
    'resource.DeviceClass resource.ResourceClaim resource.ResourceClaimTemplate ' +
    'resource.ResourceSlice storage.CSIDriver storage.CSINode storage.VolumeAttachment',
  token: 'authentication.TokenReviewSpec',
  validationActions: 'admissionregistration.ValidatingAdmissionPolicyBindingSpec',
};

/** The encoder always writes them. */
const markedOptional: Readonly<Record<string, string>> = {
  acceptedNames: 'apiextensions.CustomResourceDefinitionStatus',
  apiGroup: 'core.TypedLocalObjectReference core.TypedObjectReference rbac.RoleRef',
  audiences: 'authentication.TokenRequestSpec',
  availableReplicas: 'apps.StatefulSetStatus',
  boundObjectRef: 'authentication.TokenRequestSpec',
  conditions:
    'apiextensions.CustomResourceDefinitionStatus discovery.Endpoint ' +
    'resource.AllocatedDeviceStatus',
  currentHealthy: 'policy.PodDisruptionBudgetStatus',
  currentMetrics: 'autoscalingv2.HorizontalPodAutoscalerStatus',
  daemonEndpoints: 'core.NodeStatus',
  default: 'resource.CapacityRequestPolicy',
  deprecatedSource: 'events.Event',
  desiredHealthy: 'policy.PodDisruptionBudgetStatus',
  devices: 'resource.AllocationResult resource.ResourceClaimSpec',
  disruptionsAllowed: 'policy.PodDisruptionBudgetStatus',
  divisor: 'core.ResourceFieldSelector',
  endpoints: 'discovery.EndpointSlice',
  expectedPods: 'policy.PodDisruptionBudgetStatus',
  expirationSeconds: 'authentication.TokenRequestSpec',
  handSize: 'flowcontrol.QueuingConfiguration',
  kubeletEndpoint: 'core.NodeDaemonEndpoints',
  lastState: 'core.ContainerStatus',
  limitResponse: 'flowcontrol.LimitedPriorityLevelConfiguration',
  loadBalancer: 'core.ServiceStatus networking.IngressStatus',
  matchingPrecedence: 'flowcontrol.FlowSchemaSpec',
  metadata:
    'batch.JobTemplateSpec core.PersistentVolumeClaimTemplate core.PodTemplateSpec ' +
    'resource.ResourceClaimTemplateSpec',
  name: 'core.NodeRuntimeHandler',
  names: 'core.ContainerImage',
  namespaces: 'flowcontrol.ResourcePolicyRule',
  nodeInfo: 'core.NodeStatus',
  nominalConcurrencyShares: 'flowcontrol.LimitedPriorityLevelConfiguration',
  podSelector: 'networking.NetworkPolicySpec',
  port: 'networking.IngressServiceBackend',
  ports: 'discovery.EndpointSlice',
  queueLengthLimit: 'flowcontrol.QueuingConfiguration',
  queues: 'flowcontrol.QueuingConfiguration',
  regarding: 'events.Event',
  reportingComponent: 'core.Event',
  reportingInstance: 'core.Event',
  requests: 'resource.DeviceClaim',
  resources: 'core.Container core.EphemeralContainer core.PersistentVolumeClaimSpec',
  rules: 'rbac.ClusterRole rbac.Role',
  scope: 'networking.IngressClassParametersReference',
  secretNamespace: 'core.AzureFilePersistentVolumeSource',
  service: 'core.GRPCAction',
  serviceName: 'apps.StatefulSetSpec',
  source: 'core.Event',
  sources: 'core.ProjectedVolumeSource',
  spec: 'batch.JobTemplateSpec core.PodTemplateSpec',
  start: 'apps.StatefulSetOrdinals',
  state: 'core.ContainerStatus',
  status: 'batch.PodFailurePolicyOnPodConditionsPattern',
  storedVersions: 'apiextensions.CustomResourceDefinitionStatus',
  strategy: 'apps.DeploymentSpec',
  targetPort: 'core.ServicePort',
  template: 'apps.ReplicaSetSpec core.PodTemplate',
  token: 'authentication.TokenRequestStatus',
  topologyKeys: 'storage.CSINodeDriver',
  updateStrategy: 'apps.DaemonSetSpec apps.StatefulSetSpec',
  user: 'authentication.TokenReviewStatus',
  userInfo: 'authentication.SelfSubjectReviewStatus',
  value: 'scheduling.PriorityClass',
};

type Table = Readonly<Record<string, string>>;

const has = (table: Table, { name }: StructSchema, json: string): boolean =>
  table[json]?.split(' ').includes(name) === true;

/** Fields that the encoder always writes are required, except the parts of a kind and times. */
export function isRequired(struct: StructSchema, { json, omitEmpty, type }: FieldSchema): boolean {
  if (has(alsoRequired, struct, json)) return true;
  const ofKind = struct.byJson.has('kind') && struct.byJson.has('metadata');
  if (omitEmpty || (ofKind && wholes.has(json)) || has(markedOptional, struct, json)) return false;
  return !(type.form === 'scalar' && ['time', 'microtime', 'raw'].includes(type.scalar));
}
