/**
 * Fields of pods, and of the templates of pods, whose feature gate is off: the API server accepts
 * and drops them. An object that has such a field keeps it.
 *
 * Models kubernetes pkg/api/pod/util.go DropDisabledPodFields and DropDisabledTemplateFields. In:
 * the strategy of a kind, and whether ClusterTrustBundleProjection is on. Out: a strategy that
 * drops before it prepares. ContainerStopSignals and PodCertificateRequest are always off.
 */
import { defined } from '#base/defined';
import type { Container, PodSpec, VolumeProjection } from '#k8s.io/api/core/v1';
import { qualifiedResource } from '#k8s.io/apimachinery/errors';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { AnyStrategy } from '../../strategy.ts';

const template = ['spec', 'template', 'spec'];

/** Where each kind has the spec of its pods. */
const places: Readonly<Record<string, readonly string[] | undefined>> = {
  pods: ['spec'],
  podtemplates: ['template', 'spec'],
  replicationcontrollers: template,
  'replicasets.apps': template,
  'deployments.apps': template,
  'statefulsets.apps': template,
  'daemonsets.apps': template,
  'jobs.batch': template,
  'cronjobs.batch': ['spec', 'jobTemplate', ...template],
};

type Fields = Readonly<Record<string, unknown>>;

/** The strategy of a resource with what a server drops first. */
export function droppingDisabled(
  resource: ResourceInfo,
  strategy: AnyStrategy,
  trustBundles: boolean,
): AnyStrategy {
  const place = places[qualifiedResource(groupResource(resource))];
  if (place === undefined) return strategy;
  const dropped = <T extends object>(object: T, old?: T): T =>
    changedAt(object, place, (spec) => withoutDisabled(spec, specAt(old, place), trustBundles));
  return {
    ...strategy,
    prepareForCreate: (object) => strategy.prepareForCreate(dropped(object)),
    prepareForUpdate: (object, old) => strategy.prepareForUpdate(dropped(object, old), old),
  };
}

const specAt = (object: object | undefined, place: readonly string[]): PodSpec | undefined =>
  place.reduce((at: Fields | undefined, key) => at?.[key] as Fields, object as Fields) as
    | PodSpec
    | undefined;

/** The same object where nothing changes. */
function changedAt<T extends object>(
  object: T,
  [key = '', ...rest]: readonly string[],
  change: (spec: PodSpec) => PodSpec,
): T {
  const inside = (object as Fields)[key];
  if (typeof inside !== 'object' || inside === null) return object;
  const changed = rest.length === 0 ? change(inside as PodSpec) : changedAt(inside, rest, change);
  return changed === inside ? object : { ...object, [key]: changed };
}

function withoutDisabled(spec: PodSpec, old: PodSpec | undefined, trustBundles: boolean): PodSpec {
  let kept = spec;
  if (hasStopSignal(spec) && (old === undefined || !hasStopSignal(old))) {
    kept = withoutStopSignals(kept);
  }
  for (const source of trustBundles
    ? certificateSources
    : [...bundleSources, ...certificateSources]) {
    if (hasSource(spec, source) && (old === undefined || !hasSource(old, source))) {
      kept = withoutSource(kept, source);
    }
  }
  return kept;
}

const bundleSources = ['clusterTrustBundle'] as const;
const certificateSources = ['podCertificate'] as const;
type GatedSource = (typeof bundleSources | typeof certificateSources)[number];

const isSet = ({ lifecycle }: Container): boolean => lifecycle?.stopSignal !== undefined;

const hasStopSignal = ({ containers, initContainers = [] }: PodSpec): boolean =>
  containers.some(isSet) || initContainers.some(isSet);

/** Source: dropContainerStopSignals. */
const withoutStopSignals = (spec: PodSpec): PodSpec => ({
  ...spec,
  containers: spec.containers.map(withoutStopSignal),
  ...defined({ initContainers: spec.initContainers?.map(withoutStopSignal) }),
});

function withoutStopSignal(container: Container): Container {
  const { lifecycle, ...rest } = container;
  if (lifecycle?.stopSignal === undefined) return container;
  const { stopSignal: _, ...hooks } = lifecycle;
  return Object.keys(hooks).length === 0 ? rest : { ...rest, lifecycle: hooks };
}

const hasSource = ({ volumes = [] }: PodSpec, key: GatedSource): boolean =>
  volumes.some(({ projected }) => projected?.sources?.some((source) => source[key] !== undefined));

/** The source stays, and is empty. Source: dropDisabledClusterTrustBundleProjection. */
const withoutSource = (spec: PodSpec, key: GatedSource): PodSpec => ({
  ...spec,
  ...defined({
    volumes: spec.volumes?.map((volume) =>
      volume.projected?.sources === undefined
        ? volume
        : {
            ...volume,
            projected: {
              ...volume.projected,
              sources: volume.projected.sources.map((source) => without(source, key)),
            },
          },
    ),
  }),
});

function without(source: VolumeProjection, key: GatedSource): VolumeProjection {
  const { [key]: _, ...rest } = source;
  return rest;
}
