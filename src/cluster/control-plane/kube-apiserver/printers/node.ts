/** Source: kubernetes pkg/printers/internalversion/printers.go printNode. */
import type { Node } from '#k8s.io/api/core/v1';
import { ageOf, definePrinter, orNone } from './printer.ts';

const rolePrefix = 'node-role.kubernetes.io/';

function statusText({ spec, status }: Node): string {
  const ready = (status?.conditions ?? []).find(({ type }) => type === 'Ready');
  const text = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${text},SchedulingDisabled` : text;
}

function roles({ metadata }: Node): string {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(rolePrefix) && key !== rolePrefix) found.add(key.slice(rolePrefix.length));
    else if (key === 'kubernetes.io/role' && value !== '') found.add(value);
  }
  return orNone([...found].sort().join(','));
}

const address = ({ status }: Node, type: string): string =>
  orNone((status?.addresses ?? []).find((each) => each.type === type)?.address);

const orUnknown = (text: string | undefined): string => text || '<unknown>';

export const nodePrinter = definePrinter<Node>(
  [
    'Name',
    'Status',
    'Roles',
    'Age',
    'Version',
    '*Internal-IP',
    '*External-IP',
    '*OS-Image',
    '*Kernel-Version',
    '*Container-Runtime',
  ],
  (node, now) => [
    node.metadata.name,
    statusText(node),
    roles(node),
    ageOf(node, now),
    node.status?.nodeInfo?.kubeletVersion ?? '',
    address(node, 'InternalIP'),
    address(node, 'ExternalIP'),
    orUnknown(node.status?.nodeInfo?.osImage),
    orUnknown(node.status?.nodeInfo?.kernelVersion),
    orUnknown(node.status?.nodeInfo?.containerRuntimeVersion),
  ],
);
