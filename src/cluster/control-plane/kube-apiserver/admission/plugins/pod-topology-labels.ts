/**
 * Copies the zone and region of a node to the labels of the Binding, and so to the pod. Source:
 * kubernetes plugin/pkg/admission/podtopologylabels/admission.go.
 */
import type { Binding, Pod } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  unchanged,
} from '../admission.ts';

const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

export function podTopologyLabels(environment: AdmissionEnvironment): AdmissionPlugin {
  const nodes = environment.cache(wellKnown.nodes);
  return {
    name: 'PodTopologyLabels',
    enabled: true,
    handles: (operation, { plural, group }, subresource) =>
      operation === 'CREATE' &&
      group === '' &&
      plural === 'pods' &&
      (subresource === 'binding' || subresource === ''),
    *admit({ object, request }) {
      const nodeName =
        request.subresource === 'binding'
          ? asObject<Binding>(object).target?.name
          : (object as Pod).spec.nodeName;
      const node = nodeName === undefined ? undefined : nodes.get(nodeName);
      const found = topologyLabels.flatMap((key): [string, string][] => {
        const value = node?.metadata.labels?.[key];
        return value === undefined ? [] : [[key, value]];
      });
      if (found.length === 0) return unchanged(object);
      const labels = { ...object.metadata.labels, ...Object.fromEntries(found) };
      const detail = found.map(([key, value]) => `${key}=${value}`).join(', ');
      return changed({ ...object, metadata: { ...object.metadata, labels } }, detail);
    },
  };
}
