/**
 * Sets defaults and checks limits for the resources of pods and claims by the LimitRanges of their
 * namespace. Source: kubernetes plugin/pkg/admission/limitranger/admission.go.
 */
import { defined } from '#base/defined';
import type {
  Container,
  LimitRange,
  LimitRangeItem,
  PersistentVolumeClaim,
  Pod,
} from '#k8s.io/api/core/v1';
import { addQuantities, approximateValue, compareQuantities } from '#k8s.io/apimachinery/quantity';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  changed,
  deny,
  handlesResource,
  unchanged,
} from '../admission.ts';

const annotation = 'kubernetes.io/limit-ranger';
type Amounts = Readonly<Record<string, string>>;

const ofPods = handlesResource(['CREATE'], 'pods');
const ofClaims = handlesResource(['CREATE', 'UPDATE'], 'persistentvolumeclaims');

export function limitRanger(environment: AdmissionEnvironment): AdmissionPlugin {
  const ranges = environment.cache(wellKnown.limitRanges);
  const itemsOf = (namespace: string): readonly LimitRangeItem[] =>
    (ranges.byIndex('namespace', namespace) as LimitRange[]).flatMap(({ spec }) => spec.limits);
  return {
    name: 'LimitRanger',
    enabled: true,
    handles: (operation, resource, subresource) =>
      ofPods(operation, resource, subresource) || ofClaims(operation, resource, subresource),
    *admit({ object, request }) {
      if (request.resource.plural !== 'pods') return unchanged(object);
      const items = itemsOf(request.namespace).filter(({ type }) => type === 'Container');
      if (items.length === 0) return unchanged(object);
      return withDefaults(object as Pod, items);
    },
    *validate(attributes) {
      const problems = itemsOf(attributes.request.namespace).flatMap((item) =>
        attributes.request.resource.plural === 'pods'
          ? problemsOf(attributes.object as Pod, item)
          : claimProblems(attributes.object as PersistentVolumeClaim, item),
      );
      if (problems.length === 0) return admitted;
      const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
      return deny(attributes, text ?? '');
    },
  };
}

/** Source: defaultContainerResourceRequirements, mergePodResourceRequirements. */
function withDefaults(pod: Pod, items: readonly LimitRangeItem[]) {
  const requests: Amounts = Object.assign({}, ...items.map((item) => item.defaultRequest ?? {}));
  const limits: Amounts = Object.assign({}, ...items.map((item) => item.default ?? {}));
  const notes: string[] = [];
  const fill = (container: Container, what: string): Container => {
    const { resources = {} } = container;
    const newLimits = missing(limits, resources.limits);
    const newRequests = missing(requests, resources.requests);
    if (newLimits.length + newRequests.length === 0) return container;
    note(notes, newRequests, 'request', `${what} ${container.name}`);
    note(notes, newLimits, 'limit', `${what} ${container.name}`);
    return {
      ...container,
      resources: {
        ...resources,
        ...merged('limits', resources.limits, newLimits),
        ...merged('requests', resources.requests, newRequests),
      },
    };
  };
  const containers = pod.spec.containers.map((each) => fill(each, 'container'));
  const initContainers = pod.spec.initContainers?.map((each) => fill(each, 'init container'));
  if (notes.length === 0) return unchanged(pod);
  const text = `LimitRanger plugin set: ${notes.join('; ')}`;
  return changed(
    {
      ...pod,
      metadata: {
        ...pod.metadata,
        annotations: { ...pod.metadata.annotations, [annotation]: text },
      },
      spec: { ...pod.spec, containers, ...defined({ initContainers }) },
    },
    text,
  );
}

const missing = (wanted: Amounts, present: Amounts = {}): readonly [string, string][] =>
  Object.entries(wanted).filter(([name]) => present[name] === undefined);

const merged = (
  key: 'limits' | 'requests',
  present: Amounts | undefined,
  added: readonly [string, string][],
) => (added.length === 0 ? {} : { [key]: { ...present, ...Object.fromEntries(added) } });

function note(
  notes: string[],
  added: readonly (readonly [string, string])[],
  what: string,
  where: string,
): void {
  const names = added.map(([name]) => name).sort();
  if (names.length > 0) notes.push(`${names.join(', ')} ${what} for ${where}`);
}

/** Source: PodValidateLimitFunc. */
function problemsOf({ spec }: Pod, item: LimitRangeItem): readonly string[] {
  if (item.type === 'Container') {
    return [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ resources = {} }) =>
      check(item, resources.requests ?? {}, resources.limits ?? {}),
    );
  }
  if (item.type !== 'Pod') return [];
  const requests = spec.containers.map(({ resources }) => resources?.requests ?? {});
  const limits = spec.containers.map(({ resources }) => resources?.limits ?? {});
  return check(item, total(requests), total(limits));
}

/** Source: PersistentVolumeClaimValidateLimitFunc: only requests are checked, not limits. */
function claimProblems({ spec }: PersistentVolumeClaim, item: LimitRangeItem): readonly string[] {
  if (item.type !== 'PersistentVolumeClaim') return [];
  const requests = spec.resources?.requests ?? {};
  const problems = Object.entries(item.min ?? {}).map(([name, bound]) =>
    minimumProblem(item.type, name, bound, requests[name]),
  );
  for (const [name, bound] of Object.entries(item.max ?? {})) {
    const head = `maximum ${name} usage per ${item.type} is ${bound}`;
    const request = requests[name];
    if (request === undefined) problems.push(`${head}.  No request is specified`);
    else if (compareQuantities(request, bound) > 0) {
      problems.push(`${head}, but request is ${request}`);
    }
  }
  return problems.filter((problem) => problem !== undefined);
}

function total(lists: readonly Amounts[]): Amounts {
  const sum: Record<string, string> = {};
  for (const list of lists) {
    for (const [name, amount] of Object.entries(list)) {
      sum[name] = addQuantities(sum[name] ?? '0', amount);
    }
  }
  return sum;
}

function check(item: LimitRangeItem, requests: Amounts, limits: Amounts): readonly string[] {
  const problems: (string | undefined)[] = [];
  for (const [name, bound] of Object.entries(item.min ?? {})) {
    problems.push(minimumProblem(item.type, name, bound, requests[name], limits[name]));
  }
  for (const [name, bound] of Object.entries(item.max ?? {})) {
    problems.push(maximumProblem(item.type, name, bound, requests[name], limits[name]));
  }
  for (const [name, bound] of Object.entries(item.maxLimitRequestRatio ?? {})) {
    problems.push(ratioProblem(item.type, name, bound, requests[name], limits[name]));
  }
  return problems.filter((problem) => problem !== undefined);
}

function minimumProblem(
  type: string,
  name: string,
  bound: string,
  request?: string,
  limit?: string,
) {
  const head = `minimum ${name} usage per ${type} is ${bound}`;
  if (request === undefined) return `${head}.  No request is specified`;
  if (compareQuantities(request, bound) < 0) return `${head}, but request is ${request}`;
  if (limit !== undefined && compareQuantities(limit, bound) < 0) {
    return `${head}, but limit is ${limit}`;
  }
  return undefined;
}

function maximumProblem(
  type: string,
  name: string,
  bound: string,
  request?: string,
  limit?: string,
) {
  const head = `maximum ${name} usage per ${type} is ${bound}`;
  if (limit === undefined) return `${head}.  No limit is specified`;
  if (compareQuantities(limit, bound) > 0) return `${head}, but limit is ${limit}`;
  if (request !== undefined && compareQuantities(request, bound) > 0) {
    return `${head}, but request is ${request}`;
  }
  return undefined;
}

function ratioProblem(type: string, name: string, bound: string, request?: string, limit?: string) {
  const head = `${name} max limit to request ratio per ${type} is ${bound}`;
  if (request === undefined || approximateValue(request) === 0) {
    return `${head}, but no request is specified or request is 0`;
  }
  if (limit === undefined || approximateValue(limit) === 0) {
    return `${head}, but no limit is specified or limit is 0`;
  }
  const ratio = approximateValue(limit) / approximateValue(request);
  if (ratio <= approximateValue(bound)) return undefined;
  return `${head}, but provided ratio is ${ratio.toFixed(6)}`;
}
