/**
 * The pod template that `rollout history --revision` and `undo --dry-run=client` show: with tabs,
 * because nothing aligns them. Source: polymorphichelpers history.go printTemplate.
 */
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { Page } from '../describe/page.ts';
import { describePodTemplate } from '../describe/pod-template.ts';

export function templateText(template: PodTemplateSpec | undefined): string {
  const page = new Page();
  describePodTemplate(page, template);
  return page.unaligned;
}
