/**
 * The environment of a container in a description.
 * Source: describe.go describeContainerEnvVars, describeContainerEnvFrom.
 */
import type { Container, EnvVar, Pod } from '#k8s.io/api/core/v1';
import type { Page } from './page.ts';

/** The value of a field of the pod, as far as it is known; empty otherwise. */
export type FieldResolver = (fieldPath: string) => string;

export function describeEnvironment(
  page: Page,
  { env = [], envFrom = [] }: Container,
  resolve: FieldResolver | undefined,
): void {
  if (envFrom.length > 0) page.line(2, 'Environment Variables from:');
  for (const { prefix = '', configMapRef, secretRef } of envFrom) {
    const ref = configMapRef ?? secretRef;
    const kind = configMapRef === undefined ? 'Secret' : 'ConfigMap';
    const withPrefix = prefix === '' ? '' : ` with prefix '${prefix}'`;
    page.line(3, `${ref?.name ?? ''}\t${kind}${withPrefix}\tOptional: ${ref?.optional ?? false}`);
  }
  page.line(2, `Environment:${env.length === 0 ? '\t<none>' : ''}`);
  for (const variable of env) describeVariable(page, variable, resolve);
}

function describeVariable(
  page: Page,
  { name, value = '', valueFrom }: EnvVar,
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
    page.line(3, `${name}:\t (${resourceFieldRef.resource})`);
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

/** Fields of the metadata; others the describer does not know. Source: EnvValueRetriever. */
export const podFieldResolver =
  ({ metadata }: Pod): FieldResolver =>
  (fieldPath) => {
    const known: Readonly<Record<string, string>> = {
      'metadata.name': metadata.name,
      'metadata.namespace': metadata.namespace,
      'metadata.uid': metadata.uid,
    };
    return known[fieldPath] ?? '';
  };
