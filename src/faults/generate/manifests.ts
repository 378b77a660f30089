/**
 * Random objects of the kinds that people apply, of a few names, so that later commands find them.
 *
 * What could never become ready, whatever is healed, is not among them.
 */
import type { Prng } from '#base/prng';
import { oneOf, sometimes } from './chance.ts';

export const deployments = ['web', 'api'] as const;
export const goodImages = ['nginx', 'nginx:1.27', 'nginx:1.28', 'nginx:1.29'] as const;

type Manifest = Readonly<Record<string, unknown>>;

const metadata = (name: string, namespace: string) => ({ name, namespace });

const probe = { httpGet: { path: '/', port: 80 }, periodSeconds: 5 };

/** The template of a web server with this or that of what Pods may have. */
function template(prng: Prng, app: string, more: object = {}): Manifest {
  const volumes = sometimes(prng, 40)
    ? [{ name: 'cache', emptyDir: sometimes(prng, 30) ? { medium: 'Memory' } : {} }]
    : [];
  const container = {
    name: 'nginx',
    image: oneOf(prng, goodImages),
    resources: sometimes(prng, 50) ? { requests: { cpu: '50m', memory: '32Mi' } } : {},
    volumeMounts: volumes.map(({ name }) => ({ name, mountPath: `/${name}` })),
    ...(sometimes(prng, 40) && { readinessProbe: probe }),
    ...(sometimes(prng, 20) && { livenessProbe: { ...probe, initialDelaySeconds: 5 } }),
    ...(sometimes(prng, 20) && { lifecycle: { preStop: { sleep: { seconds: 3 } } } }),
  };
  const init = { name: 'prepare', image: 'busybox', command: ['sh', '-c', 'sleep 1'] };
  return {
    metadata: { labels: { app } },
    spec: {
      terminationGracePeriodSeconds: prng.between(1, 30),
      containers: [container],
      volumes,
      ...(sometimes(prng, 20) && { initContainers: [init] }),
      ...more,
    },
  };
}

const selector = (app: string) => ({ matchLabels: { app } });

const makers = {
  deployment(prng, namespace) {
    const app = oneOf(prng, deployments);
    // Never changed: with two active ReplicaSets, Recreate and another number of replicas at once,
    // upstream's controller takes every sync for a scaling, and scales neither.
    const strategy = { type: app === 'api' ? 'Recreate' : 'RollingUpdate' };
    const spec = { replicas: prng.between(1, 4), selector: selector(app), strategy };
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata(app, namespace),
      spec: { ...spec, template: template(prng, app) },
    };
  },
  statefulSet(prng, namespace) {
    return {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: metadata('db', namespace),
      spec: {
        replicas: prng.between(1, 3),
        serviceName: 'db',
        selector: selector('db'),
        podManagementPolicy: oneOf(prng, ['OrderedReady', 'Parallel']),
        template: template(prng, 'db'),
      },
    };
  },
  daemonSet(prng, namespace) {
    return {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: metadata('agent', namespace),
      spec: { selector: selector('agent'), template: template(prng, 'agent') },
    };
  },
  job(prng, namespace) {
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: metadata(oneOf(prng, ['once', 'batch']), namespace),
      spec: jobSpec(prng),
    };
  },
  cronJob(prng, namespace) {
    return {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: metadata('tick', namespace),
      spec: {
        schedule: '* * * * *',
        concurrencyPolicy: oneOf(prng, ['Allow', 'Forbid', 'Replace']),
        jobTemplate: { spec: jobSpec(prng) },
      },
    };
  },
  disruptionBudget(prng, namespace) {
    return {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: metadata('budget', namespace),
      spec: { minAvailable: prng.between(0, 2), selector: selector(oneOf(prng, apps)) },
    };
  },
  quota(prng, namespace) {
    return {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: metadata('quota', namespace),
      spec: { hard: { pods: String(prng.between(1, 8)) } },
    };
  },
  networkPolicy(prng, namespace) {
    return {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: metadata('closed', namespace),
      spec: { podSelector: selector(oneOf(prng, apps)), policyTypes: ['Ingress'] },
    };
  },
  service(prng, namespace) {
    const app = oneOf(prng, apps);
    const type = oneOf(prng, ['ClusterIP', 'NodePort']);
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata(app, namespace),
      spec: { type, selector: { app }, ports: [{ port: 80 }] },
    };
  },
  definition() {
    const rule = 'self.spec.size <= 9 && self.spec.parts.all(part, part.matches("^[a-z]+$"))';
    const spec = {
      type: 'object',
      properties: {
        size: { type: 'integer', maximum: 9 },
        parts: { type: 'array', maxItems: 9, items: { type: 'string', maxLength: 9 } },
      },
      required: ['size', 'parts'],
    };
    const openAPIV3Schema = {
      type: 'object',
      properties: { spec },
      required: ['spec'],
      'x-kubernetes-validations': [{ rule }],
    };
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gizmos.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gizmos', singular: 'gizmo', kind: 'Gizmo' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    };
  },
  gizmo(prng, namespace) {
    // Some are refused by the schema, some by the rule.
    const parts = prng.between(0, 2) === 0 ? ['A'] : ['a', 'b'];
    return {
      apiVersion: 'example.com/v1',
      kind: 'Gizmo',
      metadata: metadata(oneOf(prng, ['one', 'two']), namespace),
      spec: { size: prng.between(0, 11), parts },
    };
  },
  /** Only of new objects: what a controller may not update, it gives up for good. */
  admissionPolicy() {
    const constraint = {
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      operations: ['CREATE'],
      resources: ['deployments'],
    };
    return {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'few' },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [constraint] },
        validations: [{ expression: 'object.spec.replicas <= 3', message: 'at most three' }],
      },
    };
  },
  admissionBinding() {
    return {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'few' },
      spec: { policyName: 'few', validationActions: ['Deny'] },
    };
  },
} satisfies Record<string, (prng: Prng, namespace: string) => Manifest>;

const apps = [...deployments, 'db', 'agent'] as const;

function jobSpec(prng: Prng): Manifest {
  const script = oneOf(prng, ['exit 0', 'sleep 5', 'sleep 20', 'exit 1']);
  return {
    parallelism: prng.between(1, 3),
    completions: prng.between(1, 4),
    backoffLimit: prng.between(0, 2),
    template: {
      spec: {
        restartPolicy: oneOf(prng, ['Never', 'OnFailure']),
        terminationGracePeriodSeconds: 5,
        containers: [{ name: 'work', image: 'busybox', command: ['sh', '-c', script] }],
      },
    },
  };
}

/** The kinds that `randomManifest` can write. */
export type ManifestKind = keyof typeof makers;

export const randomManifest = (prng: Prng, kind: ManifestKind, namespace: string): string =>
  JSON.stringify(makers[kind](prng, namespace));
