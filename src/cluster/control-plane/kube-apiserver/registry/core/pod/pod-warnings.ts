/**
 * Warnings about pods that the server accepts.
 *
 * Models kubernetes pkg/api/pod warnings.go. In: a pod spec with its metadata, and their path (`''`
 * in a pod, `spec.template` in a workload). Out: the warnings, in upstream's order.
 */
import type {
  Affinity,
  Container,
  ContainerPort,
  EphemeralContainer,
  NodeSelectorTerm,
  PodSpec,
} from '#k8s.io/api/core/v1';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import { canonicalQuantity, milliValue } from '#k8s.io/apimachinery/quantity';
import { dns1123LabelErrors, labelValueErrors } from '#k8s.io/apimachinery/validation';
import { overlappingPaths } from './overlapping-paths.ts';

type Texts = readonly string[];

interface Meta {
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Warns about names: the name of a workload becomes part of its pods' names. */
export function podNameWarnings(name: string, where: string): Texts {
  const texts = name === '' ? [] : dns1123LabelErrors(name);
  if (texts.length === 0) return [];
  return [
    `metadata.name: this is used in ${where}, which can result in surprising ` +
      `behavior; a DNS label is recommended: [${texts.join(' ')}]`,
  ];
}

export const workloadNameWarnings = (name: string): Texts =>
  podNameWarnings(name, 'Pod names and hostnames');

export function podWarnings(spec: PodSpec, meta: Meta, path = ''): Texts {
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const containers = containersOf(spec, at('spec'));
  return [
    ...nodeLabelWarnings(spec, at),
    ...annotationWarnings(meta, at),
    ...(spec.volumes ?? []).flatMap(({ gitRepo }, index) =>
      gitRepo === undefined
        ? []
        : [
            `${at(`spec.volumes[${index}].gitRepo`)}: deprecated in v1.11, and disabled by default in v1.33+`,
          ],
    ),
    ...overlappingPaths(spec.volumes ?? []),
    ...listWarnings(spec, at),
    ...seccompWarning(spec.securityContext, meta, at, 'seccomp.security.alpha.kubernetes.io/pod'),
    ...containers.flatMap((each) => containerWarnings(each, meta, at)),
    ...portWarnings(containers),
    ...portNameWarnings(containers),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [
          `${at('spec.terminationGracePeriodSeconds')}: must be >= 0; negative values are invalid ` +
            'and will be treated as 1',
        ]
      : []),
    ...affinityWarnings(spec.affinity, at('spec.affinity')),
  ];
}

interface Placed {
  readonly container: Container | EphemeralContainer;
  readonly path: string;
}

/** In the order of VisitContainersWithPath. */
const containersOf = (spec: PodSpec, path: string): readonly Placed[] =>
  (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((field) =>
    (spec[field] ?? []).map((container, index) => ({
      container,
      path: `${path}.${field}[${index}]`,
    })),
  );

type At = (field: string) => string;

/** Source: kubernetes pkg/api/node util.go. */
const deprecatedLabels: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region':
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone':
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type':
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods':
    'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

function nodeLabelWarnings(spec: PodSpec, at: At): Texts {
  const { nodeSelector = {}, affinity, topologySpreadConstraints = [] } = spec;
  const path = at('spec.affinity.nodeAffinity');
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const preferred = affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...Object.keys(nodeSelector).flatMap((key) =>
      deprecatedLabels[key] === undefined
        ? []
        : [`${at('spec.nodeSelector')}[${key}]: ${deprecatedLabels[key]}`],
    ),
    ...(required?.nodeSelectorTerms ?? []).flatMap((term, index) => {
      const field = `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
      return nodeSelectorTermWarnings(term, false, `${field}[${index}]`);
    }),
    ...preferred.flatMap(({ preference }, index) => {
      const field = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`;
      return nodeSelectorTermWarnings(preference, true, field);
    }),
    ...topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, index) => {
      const field = at(`spec.topologySpreadConstraints[${index}]`);
      const label = deprecatedLabels[topologyKey];
      return [
        ...(label === undefined ? [] : [`${field}.topologyKey: ${topologyKey} is ${label}`]),
        ...nullSelector(labelSelector, `${field}.labelSelector`),
      ];
    }),
  ];
}

/** Source: GetWarningsForNodeSelectorTerm. */
export const nodeSelectorTermWarnings = (
  { matchExpressions = [] }: NodeSelectorTerm,
  checkValues: boolean,
  path: string,
): Texts =>
  matchExpressions.flatMap(({ key, values = [] }, index) => {
    const field = `${path}.matchExpressions[${index}]`;
    const label = deprecatedLabels[key];
    return [
      ...(label === undefined ? [] : [`${field}.key: ${key} is ${label}`]),
      ...(checkValues ? values : []).flatMap((value, place) =>
        labelValueErrors(value).map(
          (why) => `${field}.values[${place}]: ${value} is invalid, ${why}`,
        ),
      ),
    ];
  });

const nullSelector = (selector: unknown, field: string): Texts =>
  selector === undefined || selector === null
    ? [`${field}: a null labelSelector results in matching no pod`]
    : [];

const deprecatedAnnotations: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod':
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls':
    'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls':
    'non-functional in v1.11+; use the "sysctls" field instead',
};

const annotationWarnings = ({ annotations = {} }: Meta, at: At): Texts =>
  Object.entries(deprecatedAnnotations).flatMap(([key, text]) =>
    annotations[key] === undefined ? [] : [`${at('metadata.annotations')}[${key}]: ${text}`],
  );

function listWarnings({ hostAliases = [], imagePullSecrets = [] }: PodSpec, at: At): Texts {
  const secrets = imagePullSecrets.map(({ name = '' }) => name);
  const again = (values: readonly string[], index: number): boolean =>
    values.indexOf(values[index] ?? '') < index;
  const ips = hostAliases.map(({ ip }) => ip);
  return [
    ...ips.flatMap((ip, index) =>
      again(ips, index)
        ? [`${at(`spec.hostAliases[${index}].ip`)}: duplicate ip ${goQuote(ip)}`]
        : [],
    ),
    ...secrets.flatMap((name, index) =>
      again(secrets, index)
        ? [`${at(`spec.imagePullSecrets[${index}].name`)}: duplicate name ${goQuote(name)}`]
        : [],
    ),
    ...secrets.flatMap((name, index) =>
      name === '' ? [`${at(`spec.imagePullSecrets[${index}].name`)}: invalid empty name ""`] : [],
    ),
  ];
}

function seccompWarning(
  context: { readonly seccompProfile?: unknown } | undefined,
  { annotations = {} }: Meta,
  at: At,
  key: string,
): Texts {
  if (context?.seccompProfile !== undefined || annotations[key] === undefined) return [];
  const field = `${at('metadata.annotations')}[${key}]`;
  return [`${field}: non-functional in v1.27+; use the "seccompProfile" field instead`];
}

function containerWarnings({ container, path }: Placed, meta: Meta, at: At): Texts {
  const { name, securityContext, resources = {}, env = [] } = container;
  const seccomp = `container.seccomp.security.alpha.kubernetes.io/${name}`;
  return [
    ...seccompWarning(securityContext, meta, at, seccomp),
    ...(['memory', 'ephemeral-storage'] as const).flatMap((resource) =>
      (['limits', 'requests'] as const).flatMap((side) =>
        fractionalBytes(resources[side]?.[resource], `${path}.resources.${side}[${resource}]`),
      ),
    ),
    ...env.flatMap((variable, index) => {
      const before = env.findIndex((other) => other.name === variable.name) < index;
      // A value that refers to the earlier variable of the same name is no mistake.
      const reference = `$(${variable.name})`;
      const { value = '', valueFrom } = variable;
      const extends_ = valueFrom === undefined && value !== reference && value.includes(reference);
      if (!before || extends_) return [];
      const what = `hides previous definition of ${goQuote(variable.name)}`;
      return [`${path}.env[${index}]: ${what}, which may be dropped when using apply`];
    }),
  ];
}

/** A fraction of a byte: `128m` was probably meant to be `128Mi`. */
export function fractionalBytes(quantity: string | number | undefined, field: string): Texts {
  if (quantity === undefined) return [];
  const text = String(quantity);
  if (milliValue(text) % 1000 === 0) return [];
  const shown = goQuote(canonicalQuantity(text));
  return [`${field}: fractional byte value ${shown} is invalid, must be an integer`];
}

interface PlacedPort {
  readonly field: string;
  readonly port: ContainerPort;
}

const portsOf = (containers: readonly Placed[]): readonly PlacedPort[] =>
  containers.flatMap(({ container, path }) =>
    (container.ports ?? []).map((port, index) => ({ field: `${path}.ports[${index}]`, port })),
  );

function portWarnings(containers: readonly Placed[]): Texts {
  const warnings: string[] = [];
  const all = new Map<string, PlacedPort[]>();
  for (const placed of portsOf(containers)) {
    const { field, port } = placed;
    const { hostIP = '', hostPort = 0, containerPort, protocol = 'TCP', name = '' } = port;
    if (hostIP !== '' && hostPort === 0) {
      const shown =
        `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} ` +
        `Protocol:${protocol} HostIP:${hostIP}}`;
      warnings.push(`${field}: hostIP set without hostPort: ${shown}`);
    }
    const key = `${containerPort}/${protocol}`;
    const others = all.get(key) ?? [];
    for (const other of others) {
      const how = collision(port, other.port);
      if (how !== undefined) warnings.push(`${field}: ${how} port definition with ${other.field}`);
    }
    all.set(key, [...others, placed]);
  }
  return warnings;
}

function collision(port: ContainerPort, other: ContainerPort): string | undefined {
  const { hostIP = '', hostPort = 0 } = port;
  const { hostIP: otherIP = '', hostPort: otherPort = 0 } = other;
  if (hostIP === otherIP && hostPort === otherPort) return 'duplicate';
  if (hostPort === 0 || otherPort === 0) return 'overlapping';
  const oneOpen = (hostIP === '') !== (otherIP === '');
  return hostPort === otherPort && oneOpen ? 'dangerously ambiguous' : undefined;
}

function portNameWarnings(containers: readonly Placed[]): Texts {
  const warnings: string[] = [];
  const fields = new Map<string, string>();
  for (const { field, port } of portsOf(containers)) {
    const { name = '' } = port;
    if (name === '') continue;
    const other = fields.get(name);
    if (other === undefined) fields.set(name, field);
    else {
      warnings.push(
        `${field}: duplicate port name ${goQuote(name)} with ${other}, services and probes that ` +
          `select ports by name will use ${other}`,
      );
    }
  }
  return warnings;
}

const affinityWarnings = (affinity: Affinity | undefined, path: string): Texts =>
  (['podAffinity', 'podAntiAffinity'] as const).flatMap((kind) => {
    const terms = affinity?.[kind];
    const required = 'requiredDuringSchedulingIgnoredDuringExecution';
    const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
    return [
      ...(terms?.[required] ?? []).flatMap(({ labelSelector }, index) =>
        nullSelector(labelSelector, `${path}.${kind}.${required}[${index}].labelSelector`),
      ),
      ...(terms?.[preferred] ?? []).flatMap(({ podAffinityTerm: { labelSelector } }, index) => {
        const field = `${path}.${kind}.${preferred}[${index}].podAffinityTerm.labelSelector`;
        return nullSelector(labelSelector, field);
      }),
    ];
  });
