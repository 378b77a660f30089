/**
 * The environment of a container in a description.
 * Source: describe.go describeContainerEnvVars, describeContainerEnvFrom.
 */
import type { Container, EnvVar, Pod, ResourceFieldSelector } from '#k8s.io/api/core/v1';
import { resourceFieldValue } from '#k8s.io/component-helpers/core/resource-field';
import type { Page } from './page.ts';

/** The value of a field of the pod, as far as it is known; empty otherwise. */
export type FieldResolver = (fieldPath: string) => string;

export function describeEnvironment(
  page: Page,
  container: Container,
  resolve: FieldResolver | undefined,
): void {
  const { env = [], envFrom = [] } = container;
  if (envFrom.length > 0) page.line(2, 'Environment Variables from:');
  for (const { prefix = '', configMapRef, secretRef } of envFrom) {
    const ref = configMapRef ?? secretRef;
    const kind = configMapRef === undefined ? 'Secret' : 'ConfigMap';
    const withPrefix = prefix === '' ? '' : ` with prefix '${prefix}'`;
    page.line(3, `${ref?.name ?? ''}\t${kind}${withPrefix}\tOptional: ${ref?.optional ?? false}`);
  }
  page.line(2, `Environment:${env.length === 0 ? '\t<none>' : ''}`);
  for (const variable of env) describeVariable(page, variable, container, resolve);
}

function describeVariable(
  page: Page,
  { name, value = '', valueFrom }: EnvVar,
  container: Container,
  resolve: FieldResolver | undefined,
): void {
  if (valueFrom === undefined) {
    value.split('\n').forEach((line, i) => {
      page.line(3, i === 0 ? `${name}:\t${line}` : `\t${line}`);
    });
    return;
  }
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = valueFrom;
  if (fieldRef !== undefined) {
    const { apiVersion = 'v1', fieldPath } = fieldRef;
    page.line(3, `${name}:\t${resolve?.(fieldPath) ?? ''} (${apiVersion}:${fieldPath})`);
  } else if (resourceFieldRef !== undefined) {
    const { resource } = resourceFieldRef;
    page.line(3, `${name}:\t${amountOf(resourceFieldRef, container)} (${resource})`);
  } else if (secretKeyRef !== undefined) {
    const { key, name: secret = '', optional = false } = secretKeyRef;
    page.line(
      3,
      `${name}:\t<set to the key '${key}' in secret '${secret}'>\tOptional: ${optional}`,
    );
  } else if (configMapKeyRef !== undefined) {
    const { key, name: map = '', optional = false } = configMapKeyRef;
    const text = `<set to the key '${key}' of config map '${map}'>`;
    page.line(3, `${name}:\t${text}\tOptional: ${optional}`);
  }
}

/** A limit that is not set is the node's, which the describer has not read. */
function amountOf(selector: ResourceFieldSelector, container: Container): string {
  const amount = resourceFieldValue(selector, container);
  const isOfNode = selector.resource === 'limits.cpu' || selector.resource === 'limits.memory';
  return amount === '0' && isOfNode ? 'node allocatable' : amount;
}

/** Name and namespace; other fields have no value of their own. Source: EnvValueRetriever. */
export const podFieldResolver =
  ({ metadata }: Pod): FieldResolver =>
  (fieldPath) => {
    const known: Readonly<Record<string, string>> = {
      'metadata.name': metadata.name,
      'metadata.namespace': metadata.namespace,
    };
    return known[fieldPath] ?? '';
  };
