/**
 * Objects as tables that the server prints, as `kubectl get` requests them. Models kubernetes
 * pkg/printers tablegenerator.go with pkg/printers/internalversion. In: objects. Out: a Table;
 * kinds without a printer of their own show name and creation time.
 */
import type { SimTime } from '#base/sim-time';
import { qualifiedResource } from '#k8s.io/apimachinery/errors';
import type { KubeList, KubeObject, Table, TableRow } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import { admissionPrinters } from './admission.ts';
import {
  apiServicePrinter,
  flowSchemaPrinter,
  ingressClassPrinter,
  podTemplatePrinter,
  priorityLevelPrinter,
  runtimeClassPrinter,
  signingRequestPrinter,
  trustBundlePrinter,
} from './control.ts';
import {
  budgetPrinter,
  claimPrinter,
  componentStatusPrinter,
  configMapPrinter,
  csiNodePrinter,
  eventPrinter,
  leasePrinter,
  namespacePrinter,
  priorityClassPrinter,
  resourceQuotaPrinter,
  secretPrinter,
  serviceAccountPrinter,
  storageClassPrinter,
  volumePrinter,
} from './core.ts';
import { namedPrinter, resourceClaimPrinter, resourceSlicePrinter } from './devices.ts';
import {
  endpointSlicePrinter,
  endpointsPrinter,
  ingressPrinter,
  ipAddressPrinter,
  networkPolicyPrinter,
  serviceCIDRPrinter,
  servicePrinter,
} from './network.ts';
import { nodePrinter } from './node.ts';
import { podPrinter } from './pod.ts';
import { definePrinter, type Printer } from './printer.ts';
import { bindingPrinter, rolePrinter } from './rbac.ts';
import {
  csiDriverPrinter,
  csiStorageCapacityPrinter,
  volumeAttachmentPrinter,
  volumeAttributesClassPrinter,
} from './storage.ts';
import {
  autoscalerPrinter,
  controllerRevisionPrinter,
  cronJobPrinter,
  daemonSetPrinter,
  deploymentPrinter,
  jobPrinter,
  replicaSetPrinter,
  replicationControllerPrinter,
  scalePrinter,
  statefulSetPrinter,
} from './workloads.ts';

const printers: Readonly<Record<string, Printer>> = {
  pods: podPrinter,
  nodes: nodePrinter,
  services: servicePrinter,
  endpoints: endpointsPrinter,
  namespaces: namespacePrinter,
  configmaps: configMapPrinter,
  secrets: secretPrinter,
  serviceaccounts: serviceAccountPrinter,
  events: eventPrinter,
  'events.events.k8s.io': eventPrinter,
  resourcequotas: resourceQuotaPrinter,
  persistentvolumes: volumePrinter,
  persistentvolumeclaims: claimPrinter,
  replicationcontrollers: replicationControllerPrinter,
  componentstatuses: componentStatusPrinter,
  'deployments.apps': deploymentPrinter,
  'replicasets.apps': replicaSetPrinter,
  'daemonsets.apps': daemonSetPrinter,
  'statefulsets.apps': statefulSetPrinter,
  'controllerrevisions.apps': controllerRevisionPrinter,
  'jobs.batch': jobPrinter,
  'cronjobs.batch': cronJobPrinter,
  'horizontalpodautoscalers.autoscaling': autoscalerPrinter,
  'leases.coordination.k8s.io': leasePrinter,
  'endpointslices.discovery.k8s.io': endpointSlicePrinter,
  'ingresses.networking.k8s.io': ingressPrinter,
  'networkpolicies.networking.k8s.io': networkPolicyPrinter,
  'ipaddresses.networking.k8s.io': ipAddressPrinter,
  'servicecidrs.networking.k8s.io': serviceCIDRPrinter,
  'roles.rbac.authorization.k8s.io': rolePrinter,
  'clusterroles.rbac.authorization.k8s.io': rolePrinter,
  'rolebindings.rbac.authorization.k8s.io': bindingPrinter,
  'clusterrolebindings.rbac.authorization.k8s.io': bindingPrinter,
  'priorityclasses.scheduling.k8s.io': priorityClassPrinter,
  'poddisruptionbudgets.policy': budgetPrinter,
  'storageclasses.storage.k8s.io': storageClassPrinter,
  'csinodes.storage.k8s.io': csiNodePrinter,
  'volumeattachments.storage.k8s.io': volumeAttachmentPrinter,
  'csidrivers.storage.k8s.io': csiDriverPrinter,
  'csistoragecapacities.storage.k8s.io': csiStorageCapacityPrinter,
  'volumeattributesclasses.storage.k8s.io': volumeAttributesClassPrinter,
  'runtimeclasses.node.k8s.io': runtimeClassPrinter,
  'ingressclasses.networking.k8s.io': ingressClassPrinter,
  'certificatesigningrequests.certificates.k8s.io': signingRequestPrinter,
  'clustertrustbundles.certificates.k8s.io': trustBundlePrinter,
  'flowschemas.flowcontrol.apiserver.k8s.io': flowSchemaPrinter,
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': priorityLevelPrinter,
  'apiservices.apiregistration.k8s.io': apiServicePrinter,
  'resourceclaims.resource.k8s.io': resourceClaimPrinter,
  'resourceclaimtemplates.resource.k8s.io': namedPrinter,
  'resourceslices.resource.k8s.io': resourceSlicePrinter,
  'deviceclasses.resource.k8s.io': namedPrinter,
  podtemplates: podTemplatePrinter,
  ...admissionPrinters,
};

const defaultPrinter = definePrinter<KubeObject>(['Name', 'Created At'], ({ metadata }) => [
  metadata.name,
  metadata.creationTimestamp,
]);

/** The rows of an object, or of a list in its order. */
export function printTable(
  resource: ResourceInfo,
  object: KubeObject | KubeList,
  now: SimTime,
): Table {
  const printer = printers[qualifiedResource(groupResource(resource))] ?? defaultPrinter;
  return tableOf(printer, object, now);
}

/** The table of a Scale, which is a kind of its own. */
export const printScale = (scale: KubeObject, now: SimTime): Table =>
  tableOf(scalePrinter, scale, now);

function tableOf(printer: Printer, object: KubeObject | KubeList, now: SimTime): Table {
  const objects = 'items' in object ? object.items : [object as KubeObject];
  const metadata =
    'items' in object
      ? object.metadata
      : { resourceVersion: (object as KubeObject).metadata.resourceVersion };
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: printer.columns,
    rows: objects.map((each) => rowOf(printer, each, now)),
  };
}

const rowOf = (printer: Printer, object: KubeObject, now: SimTime): TableRow => ({
  cells: printer.cells(object, now),
  object: {
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: object.metadata,
  },
});
