/** Rows of resource.k8s.io. Source: kubernetes pkg/printers/internalversion printers.go. */
import type { ResourceClaim, ResourceSlice } from '#k8s.io/api/resource/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { ageOf, definePrinter } from './printer.ts';

/** Source: resourceClaimState. */
function stateOf({ metadata, status }: ResourceClaim): string {
  const states = metadata.deletionTimestamp === undefined ? [] : ['deleted'];
  if (status?.allocation !== undefined) states.push('allocated');
  else if (states.length === 0) states.push('pending');
  if ((status?.reservedFor ?? []).length > 0) states.push('reserved');
  return states.join(',');
}

export const resourceClaimPrinter = definePrinter<ResourceClaim>(
  ['Name', 'State', 'Age'],
  (claim, now) => [claim.metadata.name, stateOf(claim), ageOf(claim, now)],
);

export const resourceSlicePrinter = definePrinter<ResourceSlice>(
  ['Name', 'Node', 'Driver', 'Pool', 'Age'],
  (slice, now) => {
    const { nodeName, allNodes, driver, pool } = slice.spec;
    const node = nodeName ?? (allNodes === true ? '<all>' : '<selector>');
    return [slice.metadata.name, node, driver, pool.name, ageOf(slice, now)];
  },
);

/** Of classes and templates. */
export const namedPrinter = definePrinter<KubeObject>(['Name', 'Age'], (object, now) => [
  object.metadata.name,
  ageOf(object, now),
]);
