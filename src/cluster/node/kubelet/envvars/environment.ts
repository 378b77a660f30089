/**
 * The environment of a container: services, envFrom, env with its references and expansions.
 *
 * Models kubernetes/pkg/kubelet/kubelet_pods.go makeEnvironmentVariables and
 * third_party/forked/golang/expansion. In: the pod and the objects it names. Out: name and value
 * pairs, or why the container cannot be configured.
 */

import { textOfBase64 } from '#base/base64';
import { err, ok, type Result } from '#base/result';
import type { Container, EnvVar, Pod, Service } from '#k8s.io/api/core/v1';
import { resourceFieldValue } from '#k8s.io/component-helpers/core/resource-field';
import { findSpecContainer } from '../container/names.ts';
import { type EnvPair, fromServices } from './envvars.ts';

/** What the environment may refer to. */
export interface EnvironmentSources {
  readonly services: readonly Service[];
  readonly nodeAllocatable: Readonly<Record<string, string>>;
  readonly hostIP: string;
  readonly podIP: string;
  configMap(namespace: string, name: string): Readonly<Record<string, string>> | undefined;
  /** Values in base64, as a Secret carries them. */
  secret(namespace: string, name: string): Readonly<Record<string, string>> | undefined;
}

const masterServiceNamespace = 'default';
const masterServiceName = 'kubernetes';

/** Source: getServiceEnvVarMap: the API server always, the rest only from the pod's namespace. */
function serviceEnvironment(pod: Pod, services: readonly Service[]): readonly EnvPair[] {
  const { namespace } = pod.metadata;
  const links = pod.spec.enableServiceLinks ?? true;
  const visible = services.filter((service) => {
    const { metadata } = service;
    if (metadata.namespace === masterServiceNamespace && metadata.name === masterServiceName) {
      return true;
    }
    return links && metadata.namespace === namespace;
  });
  return fromServices(visible);
}

export function makeEnvironmentVariables(
  pod: Pod,
  container: Container,
  sources: EnvironmentSources,
): Result<readonly EnvPair[], string> {
  const fromObjects = envFrom(pod, container, sources);
  if (!fromObjects.ok) return fromObjects;
  const services = serviceEnvironment(pod, sources.services);
  const known = new Map<string, string>();
  for (const { key, value } of services) known.set(key, value);
  for (const { key, value } of fromObjects.value) known.set(key, value);
  const own = new Map<string, string>();
  for (const variable of container.env ?? []) {
    const value = resolve(pod, container, variable, known, sources);
    if (!value.ok) return value;
    if (value.value === undefined) continue;
    own.set(variable.name, value.value);
    known.set(variable.name, value.value);
  }
  const pairs = new Map<string, string>(own);
  // The last source of envFrom wins.
  for (const { key, value } of fromObjects.value) if (!own.has(key)) pairs.set(key, value);
  for (const { key, value } of services) if (!pairs.has(key)) pairs.set(key, value);
  return ok([...pairs].map(([key, value]) => ({ key, value })));
}

function envFrom(
  pod: Pod,
  container: Container,
  sources: EnvironmentSources,
): Result<readonly EnvPair[], string> {
  const pairs: EnvPair[] = [];
  const { namespace } = pod.metadata;
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const ref = configMapRef ?? secretRef;
    const name = ref?.name ?? '';
    const data =
      configMapRef === undefined
        ? decoded(sources.secret(namespace, name))
        : sources.configMap(namespace, name);
    if (data === undefined) {
      if (ref?.optional === true) continue;
      return err(`${configMapRef === undefined ? 'secret' : 'configmap'} "${name}" not found`);
    }
    for (const [key, value] of Object.entries(data)) pairs.push({ key: prefix + key, value });
  }
  return ok(pairs);
}

const decoded = (
  data: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> | undefined =>
  data === undefined
    ? undefined
    : Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, textOfBase64(value) ?? '']),
      );

function resolve(
  pod: Pod,
  container: Container,
  variable: EnvVar,
  known: ReadonlyMap<string, string>,
  sources: EnvironmentSources,
): Result<string | undefined, string> {
  const { value, valueFrom } = variable;
  if (valueFrom === undefined) return ok(expand(value ?? '', known));
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  if (fieldRef !== undefined) return podField(pod, fieldRef.fieldPath, sources);
  if (resourceFieldRef !== undefined) {
    const { containerName = container.name, resource, divisor = '1' } = resourceFieldRef;
    return resourceField(pod, containerName, resource, divisor, sources);
  }
  const ref = configMapKeyRef ?? secretKeyRef;
  if (ref === undefined) return err(`unsupported value source of ${variable.name}`);
  const secret = configMapKeyRef === undefined;
  const name = ref.name ?? '';
  const { namespace } = pod.metadata;
  const data = secret ? sources.secret(namespace, name) : sources.configMap(namespace, name);
  const word = secret ? 'secret' : 'configmap';
  if (data === undefined) {
    return ref.optional === true ? ok(undefined) : err(`${word} "${name}" not found`);
  }
  const found = data[ref.key];
  if (found !== undefined) return ok(secret ? textOfBase64(found) : found);
  if (ref.optional === true) return ok(undefined);
  const where = `${namespace}/${name}`;
  return err(`couldn't find key ${ref.key} in ${secret ? 'Secret' : 'ConfigMap'} ${where}`);
}

/** Source: pkg/fieldpath ExtractFieldPathAsString and podFieldSelectorRuntimeValue. */
export function podField(
  pod: Pod,
  path: string,
  sources: Pick<EnvironmentSources, 'hostIP' | 'podIP'>,
): Result<string, string> {
  const { metadata, spec } = pod;
  const subscript = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(path);
  if (subscript !== null) {
    const map = subscript[1] === 'labels' ? metadata.labels : metadata.annotations;
    return ok(map?.[subscript[2] ?? ''] ?? '');
  }
  switch (path) {
    case 'metadata.name':
      return ok(metadata.name);
    case 'metadata.namespace':
      return ok(metadata.namespace);
    case 'metadata.uid':
      return ok(metadata.uid);
    case 'metadata.labels':
      return ok(formatMap(metadata.labels));
    case 'metadata.annotations':
      return ok(formatMap(metadata.annotations));
    case 'spec.nodeName':
      return ok(spec.nodeName ?? '');
    case 'spec.serviceAccountName':
      return ok(spec.serviceAccountName ?? '');
    case 'status.hostIP':
    case 'status.hostIPs':
      return ok(sources.hostIP);
    case 'status.podIP':
    case 'status.podIPs':
      return ok(sources.podIP);
    default:
      return err(`unsupported fieldPath: ${path}`);
  }
}

const formatMap = (map: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(map ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n');

/** Source: pkg/api/v1/resource ExtractContainerResourceValue: limits fall back to the node's. */
export function resourceField(
  pod: Pod,
  containerName: string,
  resource: string,
  divisor: string,
  sources: Pick<EnvironmentSources, 'nodeAllocatable'>,
): Result<string, string> {
  const container = findSpecContainer(pod, containerName)?.container;
  if (container === undefined) return err(`container ${containerName} not found`);
  return ok(resourceFieldValue({ resource, divisor }, container, sources.nodeAllocatable));
}

/** Replaces `$(NAME)` of known variables; `$$` is one dollar. Source: expansion.Expand. */
export const expand = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replace(/\$\$|\$\(([^)]*)\)/g, (all, name: string | undefined) =>
    all === '$$' ? '$' : (known.get(name ?? '') ?? all),
  );
