/**
 * The container configuration for the runtime.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go generateContainerConfig and
 * pkg/kubelet/kubelet_pods.go GenerateRunContainerOptions. In: pod, container, image reference,
 * environment. Out: the CRI configuration, or the reason for CreateContainerConfigError.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import type { Container, Pod, VolumeMount } from '#k8s.io/api/core/v1';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import type {
  ContainerConfig,
  ContainerMount,
  ImageSpec,
  ImageStatus,
  NamespaceOptions,
} from '#k8s.io/cri-api/runtime';
import { containerResources } from '../cm/resource-config.ts';
import {
  type EnvironmentSources,
  expand,
  makeEnvironmentVariables,
} from '../envvars/environment.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { atomicFiles } from '../volumemanager/atomic-writer.ts';
import type { MountedVolume } from '../volumemanager/volume-plugins.ts';
import { hostsFileContent } from './hostname.ts';
import { containerAnnotations, containerLabels } from './labels.ts';
import { namespaceOptions } from './sandbox-config.ts';
import { runAsNonRootError, securityContextOf } from './security-context.ts';

export interface ContainerConfigInput {
  readonly pod: Pod;
  readonly container: Container;
  readonly restartCount: number;
  /** The runtime's reference of the image. */
  readonly imageRef: string;
  /** Who the image runs as. */
  readonly image: Pick<ImageStatus, 'uid' | 'username'>;
  readonly environment: EnvironmentSources;
  /** Where each volume of the pod is mounted on the node. */
  readonly volume: (name: string) => MountedVolume | undefined;
  /** The images that it mounts, by volume. */
  readonly imageVolumes: ReadonlyMap<string, ImageSpec>;
  /** The container whose PID namespace an ephemeral container joins. */
  readonly targetId?: string;
}

const podDir = (pod: Pod): string => `/var/lib/kubelet/pods/${pod.metadata.uid}`;

export function generateContainerConfig(
  context: KubeletContext,
  input: ContainerConfigInput,
): Result<ContainerConfig, string> {
  const { pod, container, restartCount, imageRef } = input;
  const forbidden = runAsNonRootError(pod, container, input.image);
  if (forbidden !== undefined) return err(forbidden);
  const security = securityContextOf(pod, container);
  const environment = makeEnvironmentVariables(pod, container, input.environment);
  if (!environment.ok) return environment;
  const known = new Map(environment.value.map(({ key, value }) => [key, value]));
  const mounts = makeMounts(context, input, known);
  if (!mounts.ok) return mounts;
  const given = context.managers.runOptions(pod, container);
  const cdiDevices = context.dra?.cdiDevices(pod, container) ?? [];
  const image = { image: imageRef, userSpecifiedImage: container.image ?? '' };
  return ok({
    metadata: { name: container.name, attempt: restartCount },
    image,
    command: (container.command ?? []).map((text) => expand(text, known)),
    args: (container.args ?? []).map((text) => expand(text, known)),
    workingDir: container.workingDir ?? '',
    envs: given === undefined ? environment.value : [...environment.value, ...given.envs],
    mounts: mounts.value,
    labels: containerLabels(pod, container),
    annotations: containerAnnotations(pod, container, restartCount),
    logPath: `${container.name}/${restartCount}.log`,
    ...(container.stdin === true ? { stdin: true } : {}),
    ...(container.stdinOnce === true ? { stdinOnce: true } : {}),
    ...(container.tty === true ? { tty: true } : {}),
    linux: {
      resources: context.managers.placed(
        pod,
        container,
        containerResources(pod, container, wholeValue(context.node.memory)),
      ),
      namespaceOptions: containerNamespaces(pod, input.targetId),
      ...defined({ securityContext: security }),
    },
    ...defined({ devices: given?.devices }),
    ...(cdiDevices.length > 0 ? { cdiDevices } : {}),
  });
}

const containerNamespaces = (pod: Pod, targetId: string | undefined): NamespaceOptions =>
  targetId === undefined
    ? namespaceOptions(pod)
    : { ...namespaceOptions(pod), pid: 'TARGET', targetId };

/** Volumes, then the hosts file, then the termination log. Source: makeMounts. */
function makeMounts(
  context: KubeletContext,
  input: ContainerConfigInput,
  known: ReadonlyMap<string, string>,
): Result<readonly ContainerMount[], string> {
  const { pod, container } = input;
  const mounts: ContainerMount[] = [];
  for (const mount of container.volumeMounts ?? []) {
    const { name, mountPath, readOnly = false } = mount;
    const subPath = subPathOf(mount, known);
    if (!subPath.ok) return subPath;
    const volume = input.volume(name);
    if (volume === undefined) {
      return err(`cannot find volume "${name}" to mount into container "${container.name}"`);
    }
    const image = input.imageVolumes.get(name);
    if (image !== undefined) {
      const part = subPath.value === '' ? {} : { imageSubPath: subPath.value };
      mounts.push({ containerPath: mountPath, hostPath: '', readonly: true, image, ...part });
      continue;
    }
    mounts.push({
      containerPath: mountPath,
      ...below(volume, subPath.value),
      readonly: readOnly || volume.readOnly,
      ...(volume.inMemory === true ? { inMemory: true } : {}),
      ...defined({ capacity: volume.capacity, fileMode: volume.fileMode }),
    });
  }
  const ownHosts = mounts.some(({ containerPath }) => containerPath === '/etc/hosts');
  if (!ownHosts) {
    const hostPath = `${podDir(pod)}/etc-hosts`;
    const text = hostsFileContent(pod, context.node.name, input.environment.podIP);
    const content = { files: { '': text } };
    mounts.push({ containerPath: '/etc/hosts', hostPath, readonly: false, content });
  }
  const { terminationMessagePath = '' } = container;
  if (terminationMessagePath !== '') {
    const suffix = context.prng.nextInt(0x1_0000_0000).toString(16).padStart(8, '0');
    const hostPath = `${podDir(pod)}/containers/${container.name}/${suffix}`;
    const content = { files: { '': '' } };
    mounts.push({ containerPath: terminationMessagePath, hostPath, readonly: false, content });
  }
  return ok(mounts);
}

/** `subPath`, or `subPathExpr` with the variables of the container in it. Source: makeMounts. */
function subPathOf(
  { subPath = '', subPathExpr = '' }: VolumeMount,
  known: ReadonlyMap<string, string>,
): Result<string, string> {
  if (subPath === '' && subPathExpr === '') return ok('');
  const missing = [...subPathExpr.matchAll(/\$\(([^)]*)\)/g)].find(
    ([, variable = '']) => !known.has(variable),
  );
  if (missing !== undefined) return err(`missing value for ${missing[1]}`);
  const path = subPathExpr === '' ? subPath : expand(subPathExpr, known);
  if (path.startsWith('/')) return err(`error SubPath \`${path}\` must not be an absolute path`);
  if (path.split('/').includes('..')) {
    return err(`unable to provision SubPath \`${path}\`: must not contain '..'`);
  }
  return ok(path);
}

/**
 * The volume, or what lies at a path in it. A path is followed once, when the container is made, so
 * a file that is mounted alone stays as it was. Source: pkg/volume/util/subpath.
 */
function below(
  { path, content, data = '', fileModes = {} }: MountedVolume,
  subPath: string,
): Pick<ContainerMount, 'hostPath' | 'content' | 'within'> {
  const hostPath = subPath === '' ? path : `${path}/${subPath}`;
  if (content === undefined) return subPath === '' ? { hostPath } : { hostPath, within: path };
  if (subPath === '') return { hostPath, content: atomicFiles(content, fileModes, data) };
  const named = <T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> => {
    const own = all[subPath];
    if (own !== undefined) return { '': own };
    const inside = Object.entries(all).filter(([name]) => name.startsWith(`${subPath}/`));
    return Object.fromEntries(inside.map(([name, of]) => [name.slice(subPath.length + 1), of]));
  };
  return { hostPath, content: { files: named(content), modes: named(fileModes) } };
}
