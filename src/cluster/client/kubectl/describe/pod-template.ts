/** The template of pods in a description. Source: describe.go DescribePodTemplate. */
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { describeContainers } from './containers.ts';
import type { Page } from './page.ts';
import { describeSpread } from './topology-spread.ts';
import { describeTolerations, describeVolumes } from './volumes.ts';

export function describePodTemplate(page: Page, template: PodTemplateSpec | undefined): void {
  page.line(0, 'Pod Template:');
  if (template?.spec === undefined) {
    page.line(0, '  <unset>');
    return;
  }
  const { metadata, spec } = template;
  page.labels('  Labels', metadata?.labels);
  if (Object.keys(metadata?.annotations ?? {}).length > 0) {
    page.annotations('  Annotations', metadata?.annotations);
  }
  if ((spec.serviceAccountName ?? '') !== '') {
    page.field(1, 'Service Account', spec.serviceAccountName ?? '');
  }
  const inTemplate = true;
  const { initContainers = [], containers } = spec;
  if (initContainers.length > 0) {
    const block = { title: 'Init Containers', containers: initContainers, statuses: [] };
    describeContainers(page, { ...block, inTemplate });
  }
  describeContainers(page, { title: 'Containers', containers, statuses: [], inTemplate });
  describeVolumes(page, spec.volumes, inTemplate);
  describeSpread(page, spec.topologySpreadConstraints, '  ');
  if ((spec.priorityClassName ?? '') !== '') {
    page.field(1, 'Priority Class Name', spec.priorityClassName ?? '');
  }
  page.labels('  Node-Selectors', spec.nodeSelector);
  describeTolerations(page, '  Tolerations', spec.tolerations);
}
