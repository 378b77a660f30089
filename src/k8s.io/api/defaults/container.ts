/**
 * Defaults of a container: image pull policy, termination message, ports, probes, quantities.
 *
 * Models kubernetes/pkg/apis/core/v1 defaults.go SetDefaults_Container, _Probe, _HTTPGetAction,
 * _ObjectFieldSelector and _ResourceList.
 */
import { isLatest } from '#k8s.io/apimachinery/image-reference';
import type { Quantity } from '#k8s.io/apimachinery/meta/v1';
import { roundedUpToMilli } from '#k8s.io/apimachinery/quantity';
import type {
  Container,
  EnvVar,
  EphemeralContainer,
  HTTPGetAction,
  LifecycleHandler,
  Probe,
  ResourceRequirements,
} from '../core/container.ts';
import { change, each, eachValue, fill } from './fill.ts';

export function defaultContainer<T extends Container | EphemeralContainer>(container: T): T {
  let result = fill<Container>(container, {
    resources: {},
    imagePullPolicy: isLatest(container.image ?? '') ? 'Always' : 'IfNotPresent',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  });
  result = change(result, 'ports', (ports) =>
    each(ports, (port) => fill(port, { protocol: 'TCP' })),
  );
  result = change(result, 'env', (env) => each(env, defaultEnvVar));
  result = change(result, 'resources', defaultResources);
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const)
    result = change(result, probe, defaultProbe);
  result = change(result, 'lifecycle', (lifecycle) =>
    change(change(lifecycle, 'postStart', defaultHandler), 'preStop', defaultHandler),
  );
  // The members added are those of every container, whichever of the two this is.
  return result as T;
}

export const defaultResources = (resources: ResourceRequirements): ResourceRequirements =>
  change(change(resources, 'limits', defaultResourceList), 'requests', defaultResourceList);

/** Amounts finer than a thousandth are rounded up; all take their canonical form. */
export const defaultResourceList = (
  list: Readonly<Record<string, Quantity>>,
): Readonly<Record<string, Quantity>> => eachValue(list, roundedUpToMilli);

const defaultEnvVar = (variable: EnvVar): EnvVar =>
  change(variable, 'valueFrom', (source) => {
    const withField = change(source, 'fieldRef', (ref) => fill(ref, { apiVersion: 'v1' }));
    return change(withField, 'fileKeyRef', (ref) => fill(ref, { optional: false }));
  });

function defaultProbe(probe: Probe): Probe {
  const filled = fill(probe, {
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  });
  const withGrpc = change(filled, 'grpc', (action) =>
    action.service === undefined ? { ...action, service: '' } : action,
  );
  return change(withGrpc, 'httpGet', defaultHttpGet);
}

const defaultHandler = (handler: LifecycleHandler): LifecycleHandler =>
  change(handler, 'httpGet', defaultHttpGet);

const defaultHttpGet = (action: HTTPGetAction): HTTPGetAction =>
  fill(action, { path: '/', scheme: 'HTTP' });
