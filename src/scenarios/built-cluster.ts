/**
 * The cluster that a person built, from its description to the configuration of the simulator.
 *
 * In: the JSON of a recording. Out: `ClusterConfig`, or everything that is wrong with it.
 */
import { defined } from '#base/defined';
import { digestOf } from '#base/oci-digest';
import { err, ok, type Result } from '#base/result';
import type {
  AuthorizationMode,
  ClusterConfig,
  ImageConfig,
  SchedulerExtender,
  UserConfig,
} from '#cluster/config/cluster-config';
import type { ClusterSpec, ExtenderSpec, ImageSpec, UserSpec } from './cluster-spec.ts';
import { clusterOf, node, packing } from './clusters.ts';
import { type ClusterProblem, parseClusterSpec } from './read-cluster-spec.ts';

/** Reads the description and builds the cluster. */
export function buildCluster(text: string): Result<ClusterConfig, readonly ClusterProblem[]> {
  const spec = parseClusterSpec(text);
  if (!spec.ok) return err(spec.error);
  return ok(clusterFrom(spec.value));
}

function clusterFrom(spec: ClusterSpec): ClusterConfig {
  const { users = [], images: more = [], etcdMembers, controlPlanes } = spec;
  const { networkPlugin, kubeProxyMode } = spec;
  const base = clusterOf(spec.nodes.length);
  return {
    ...base,
    nodes: spec.nodes.map(({ name, cpu, memory, pods = 110, labels = {}, taints = [] }, index) => ({
      ...node(index + 1),
      ...{ name, cpu, memory, pods, labels, taints },
    })),
    users: [...base.users.filter(({ name }) => !users.some((user) => user.name === name))].concat(
      users.map(userFrom),
    ),
    images: more.map(imageFrom),
    authorizationModes: (spec.authorizationModes ??
      base.authorizationModes) as readonly AuthorizationMode[],
    enableAdmissionPlugins: spec.admissionPlugins ?? base.enableAdmissionPlugins,
    ...defined({ etcdMembers, controlPlanes, networkPlugin, kubeProxyMode }),
    ...(spec.dns === true && { dns: 'coredns' as const }),
    ...(spec.metricsServer === true && { metricsServer: true }),
    ...(spec.storage === true && { storageProvisioner: 'local-path' as const }),
    ...(spec.loadBalancer === true && { loadBalancer: true }),
    ...(spec.ingress === true && { ingress: true }),
    ...(spec.gateway === true && { gateway: true }),
    ...(spec.dynamicResources === true && { dynamicResources: true }),
    ...(spec.clusterTrustBundles === true && { clusterTrustBundles: true }),
    ...(spec.schedulerExtenders !== undefined && {
      scheduler: { extenders: spec.schedulerExtenders.map(extenderFrom) },
    }),
    ...(spec.packingScheduler === true && { otherSchedulers: [packing] }),
  };
}

const extenderFrom = ({ httpTimeout, ...extender }: ExtenderSpec): SchedulerExtender => ({
  ...extender,
  ...(httpTimeout !== undefined && { httpTimeoutSeconds: Number.parseInt(httpTimeout, 10) }),
});

const userFrom = ({ name, groups }: UserSpec): UserConfig => ({
  name,
  certificate: { commonName: name, organizations: groups },
});

const commands: Readonly<Record<ImageSpec['program'], readonly string[]>> = {
  httpd: ['/bin/httpd', '-f', '-p', '80', '-h', '/www'],
  sh: ['/bin/sh'],
  pause: ['/pause'],
};

function imageFrom({ reference, program, megabytes }: ImageSpec): ImageConfig {
  const [, name = '', tag = 'latest'] = /^(.+?)(?::([^:/]+))?$/.exec(reference) ?? [];
  const sizeBytes = megabytes * 1_000_000;
  return {
    repository: repositoryOf(name),
    tags: [tag],
    sizeBytes,
    digest: digestOf(`manifest ${reference} ${program} ${sizeBytes}`),
    imageId: digestOf(`configuration ${reference} ${program} ${sizeBytes}`),
    entrypoint: program === 'pause' ? commands.pause : [],
    command: program === 'pause' ? [] : commands[program],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    program,
  };
}

/** Without a registry it is one of Docker's, without a folder one of its library. */
function repositoryOf(name: string): string {
  const first = name.split('/')[0] ?? '';
  if (name.includes('/') && /[.:]/.test(first)) return name;
  return name.includes('/') ? `docker.io/${name}` : `docker.io/library/${name}`;
}
