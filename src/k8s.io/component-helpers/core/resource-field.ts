/**
 * What `resourceFieldRef` gives: an amount of a container's resources in units of a divisor.
 * Models ExtractContainerResourceValue of k8s.io/kubectl pkg/util/resource and of pkg/api/v1/resource.
 */
import type { Container, ResourceFieldSelector } from '#k8s.io/api/core/v1';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';

/** A limit that is not set is the node's, where the caller knows it, and else 0. */
export function resourceFieldValue(
  { resource, divisor = '0' }: ResourceFieldSelector,
  { resources }: Container,
  allocatable: Readonly<Record<string, string>> = {},
): string {
  const [kind, ...rest] = resource.split('.');
  const name = rest.join('.');
  const own = kind === 'limits' ? resources?.limits?.[name] : resources?.requests?.[name];
  const quantity = own ?? (kind === 'limits' ? allocatable[name] : undefined) ?? '0';
  const amountIn = name === 'cpu' ? milliValue : wholeValue;
  const unit = amountIn(divisor) === 0 ? '1' : divisor;
  return String(Math.ceil(amountIn(quantity) / amountIn(unit)));
}
