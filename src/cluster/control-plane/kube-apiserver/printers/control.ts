/**
 * Rows of the kinds that control the cluster itself: flow control, certificates, classes. Source:
 * kubernetes pkg/printers/internalversion printers.go; API services are printed by kube-aggregator
 * pkg/registry/apiservice/etcd/etcd.go.
 */
import type { APIService } from '#k8s.io/api/apiregistration/v1';
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import type { ClusterTrustBundle } from '#k8s.io/api/certificates/v1beta1';
import type { PodTemplate } from '#k8s.io/api/core/v1';
import type { FlowSchema, PriorityLevelConfiguration } from '#k8s.io/api/flowcontrol/v1';
import type { IngressClass } from '#k8s.io/api/networking/v1';
import type { RuntimeClass } from '#k8s.io/api/node/v1';
import { humanDuration } from '#k8s.io/apimachinery/duration';
import { ageOf, containerCells, definePrinter, orNone } from './printer.ts';

export const flowSchemaPrinter = definePrinter<FlowSchema>(
  ['Name', 'PriorityLevel', 'MatchingPrecedence', 'DistinguisherMethod', 'Age', 'MissingPL'],
  (object, now) => {
    const { spec, status } = object;
    const dangling = status?.conditions?.find(({ type }) => type === 'Dangling');
    return [
      object.metadata.name,
      spec.priorityLevelConfiguration.name,
      spec.matchingPrecedence ?? 1000,
      spec.distinguisherMethod?.type ?? '<none>',
      ageOf(object, now),
      dangling?.status ?? '?',
    ];
  },
);

export const priorityLevelPrinter = definePrinter<PriorityLevelConfiguration>(
  ['Name', 'Type', 'NominalConcurrencyShares', 'Queues', 'HandSize', 'QueueLengthLimit', 'Age'],
  (object, now) => {
    const { type, limited, exempt } = object.spec;
    const { queues, handSize, queueLengthLimit } = limited?.limitResponse?.queuing ?? {};
    const shares = (type === 'Exempt' ? exempt : limited)?.nominalConcurrencyShares;
    return [
      object.metadata.name,
      type,
      shares ?? '<none>',
      queues ?? '<none>',
      handSize ?? '<none>',
      queueLengthLimit ?? '<none>',
      ageOf(object, now),
    ];
  },
);

/** Source: extractCSRStatus. */
function stateOf({ status }: CertificateSigningRequest): string {
  const types = (status?.conditions ?? []).map(({ type }) => type);
  const denied = types.includes('Denied');
  const approved = types.includes('Approved');
  const failed = types.includes('Failed') ? ',Failed' : '';
  const issued = (status?.certificate ?? '') === '' ? '' : ',Issued';
  return `${denied ? 'Denied' : approved ? 'Approved' : 'Pending'}${failed}${issued}`;
}

export const signingRequestPrinter = definePrinter<CertificateSigningRequest>(
  ['Name', 'Age', 'SignerName', 'Requestor', 'RequestedDuration', 'Condition'],
  (object, now) => {
    const { signerName, username = '', expirationSeconds } = object.spec;
    const duration = expirationSeconds === undefined ? '<none>' : humanDuration(expirationSeconds);
    const signer = signerName === '' ? '<none>' : signerName;
    return [object.metadata.name, ageOf(object, now), signer, username, duration, stateOf(object)];
  },
);

export const trustBundlePrinter = definePrinter<ClusterTrustBundle>(
  ['Name', 'SignerName'],
  ({ metadata, spec }) => [metadata.name, orNone(spec.signerName)],
);

export const runtimeClassPrinter = definePrinter<RuntimeClass>(
  ['Name', 'Handler', 'Age'],
  (object, now) => [object.metadata.name, object.handler, ageOf(object, now)],
);

export const ingressClassPrinter = definePrinter<IngressClass>(
  ['Name', 'Controller', 'Parameters', 'Age'],
  (object, now) => {
    const { controller = '', parameters } = object.spec ?? {};
    const { apiGroup, kind, name } = parameters ?? { kind: '', name: '' };
    const group = apiGroup === undefined ? '' : `.${apiGroup}`;
    const shown = parameters === undefined ? '<none>' : `${kind}${group}/${name}`;
    return [object.metadata.name, controller, shown, ageOf(object, now)];
  },
);

export const podTemplatePrinter = definePrinter<PodTemplate>(
  ['Name', 'Containers', 'Images', 'Pod Labels'],
  ({ metadata, template }) => {
    const labels = Object.entries(template?.metadata?.labels ?? {});
    const shown = labels.map(([key, value]) => `${key}=${value}`).join(',');
    return [metadata.name, ...containerCells(template?.spec), shown === '' ? '<none>' : shown];
  },
);

export const apiServicePrinter = definePrinter<APIService>(
  ['Name', 'Service', 'Available', 'Age'],
  (object, now) => {
    const { service } = object.spec;
    const at = service === undefined ? 'Local' : `${service.namespace}/${service.name}`;
    const available = object.status?.conditions?.find(({ type }) => type === 'Available');
    const shown =
      available === undefined
        ? 'Unknown'
        : available.status === 'True'
          ? 'True'
          : `${available.status} (${available.reason ?? ''})`;
    return [object.metadata.name, at, shown, ageOf(object, now)];
  },
);
