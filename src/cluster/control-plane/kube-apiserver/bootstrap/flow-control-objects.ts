/**
 * The suggested and the mandatory objects of priority and fairness.
 * Models k8s.io/apiserver pkg/apis/flowcontrol/bootstrap/default.go.
 */
import type { FlowSchema, PriorityLevelConfiguration } from '#k8s.io/api/flowcontrol/v1';
import type { New } from '#k8s.io/apimachinery/meta/v1';
import table from './bootstrap-objects.generated.json';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

export const flowSchemas: readonly New<FlowSchema>[] = Object.entries(table.flowSchemas).map(
  ([name, spec]) => ({ apiVersion, kind: 'FlowSchema', metadata: { name, annotations }, spec }),
);

export const priorityLevels: readonly New<PriorityLevelConfiguration>[] = Object.entries(
  table.priorityLevels,
).map(([name, spec]) => ({
  apiVersion,
  kind: 'PriorityLevelConfiguration',
  metadata: { name, annotations },
  spec,
}));
