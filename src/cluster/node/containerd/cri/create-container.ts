/**
 * CreateContainer: name, image, specification and snapshot; nothing runs yet.
 * Models containerd internal/cri/server/container_create.go.
 */

import { must } from '#base/assert';
import { defined } from '#base/defined';
import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type {
  ContainerConfig,
  ContainerMount,
  CriError,
  CriResult,
  PodSandboxConfig,
} from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { FileSystem } from '../files/file-system.ts';
import type { Mount } from '../files/file-types.ts';
import { sandboxMounts } from '../files/sandbox-files.ts';
import type { StoredImage } from '../images/image-store.ts';
import type { Container, Sandbox } from '../node-state.ts';
import { containerSpec } from '../oci-spec.ts';
import { contentOf } from '../processes/image-content.ts';
import type { ProcessUser } from '../processes/program.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import { kernelFiles, kernelLinkAt, kernelLinks } from './kernel-files.ts';
import { chargeMemory } from './memory.ts';

const createTime = { base: ms(10), jitter: ms(8) };

type Created = CriResult<{ readonly containerId: string }>;

export function* createContainer(
  context: ContainerdContext,
  podSandboxId: string,
  config: ContainerConfig,
  sandboxConfig: PodSandboxConfig,
): Process<Created> {
  const found = prerequisitesOf(context, podSandboxId, config, sandboxConfig);
  if (!found.ok) return found;
  const { sandbox, sandboxPid, name, image } = found.value;
  const { state } = context;
  const id = state.newId();
  const wrongTarget = targetError(context, podSandboxId, config);
  if (wrongTarget !== undefined) return err(unknownError(specError(id, wrongTarget)));
  const lacking = missingImage(context, config);
  if (lacking !== undefined) return err(lacking);
  const deviceEnv = cdiVariables(context, id, config);
  if (!deviceEnv.ok) return deviceEnv;
  const mounts = mountsOf(context, sandbox, config);
  const spec = containerSpec({
    id,
    config,
    sandboxConfig,
    image: image.config,
    sandboxPid,
    mounts: mounts.map(({ containerPath }) => containerPath),
    deviceEnv: deviceEnv.value,
  });
  if (spec.args.length === 0) {
    return err(unknownError(specError(id, 'failed to generate spec: no command specified')));
  }
  state.names.add(name);
  yield* context.work(createTime.base, createTime.jitter);
  context.step('spec-generated', sandbox.pod, {
    id,
    container: config.metadata.name,
    cgroupsPath: spec.cgroupsPath,
    args: spec.args.join(' '),
    oomScoreAdj: spec.oomScoreAdj,
  });
  context.step('snapshot-prepared', sandbox.pod, {
    key: id,
    container: config.metadata.name,
    parent: image.status.id,
    snapshotter: 'overlayfs',
  });
  const { files, links, scripts } = contentOf(image.config);
  const container: Container = {
    id,
    name,
    sandbox,
    config,
    image,
    spec,
    mounts,
    log: undefined,
    status: firstStatus(context, sandbox, id, config, image, spec.user),
    task: undefined,
    files: new FileSystem(mounts, files, {
      scripts,
      readonlyRoot: spec.readonlyRootfs,
      uid: spec.user.uid,
      gid: spec.user.gid,
      clock: () => context.wall(),
      kernel: kernelFiles(context, () => container),
      links,
      kernelLinks: () => kernelLinks(container),
      kernelLinkAt: (path) => kernelLinkAt(container, path),
      onUse: (where, bytes) => takeRoom(context, () => container, where, bytes),
    }),
    exitedAt: 0,
    oomKilled: false,
    starting: false,
  };
  state.addContainer(container);
  return ok({ containerId: id });
}

/** What the files of its CDI devices add. Source: tags.cncf.io/container-device-interface. */
function cdiVariables(
  { host }: ContainerdContext,
  id: string,
  { cdiDevices = [] }: ContainerConfig,
): CriResult<readonly (readonly [string, string])[]> {
  const unknown = cdiDevices.filter((device) => !host.plugins.cdi.has(device));
  if (unknown.length > 0) {
    const why = `unresolvable CDI devices ${unknown.join(', ')}`;
    return err(unknownError(specError(id, `CDI device injection failed: ${why}`)));
  }
  return ok(cdiDevices.flatMap((device) => host.plugins.cdi.get(device) ?? []));
}

const specError = (id: string, why: string): string =>
  `failed to generate container "${id}" spec: ${why}`;

/**
 * The target container, whose processes are shared, must be running. Source:
 * validateTargetContainer.
 */
function targetError(
  { state }: ContainerdContext,
  sandboxId: string,
  { linux: { namespaceOptions } }: ContainerConfig,
): string | undefined {
  if (namespaceOptions.pid !== 'TARGET') return undefined;
  const { targetId = '' } = namespaceOptions;
  const target = state.containers.get(targetId);
  const named = `invalid target container: container "${targetId}"`;
  if (target === undefined) return `${named} does not exist: not found`;
  if (target.sandbox.id !== sandboxId) {
    return `${named} (sandbox ${target.sandbox.id}) does not belong to sandbox ${sandboxId}`;
  }
  const now = target.status.state;
  return now === 'CONTAINER_RUNNING' ? undefined : `${named} is not running - in state ${now}`;
}

interface Prerequisites {
  readonly sandbox: Sandbox;
  readonly sandboxPid: number;
  /** The container's name, unique on the node. */
  readonly name: string;
  readonly image: StoredImage;
}

/** What must exist before a container can be created. */
function prerequisitesOf(
  { state }: ContainerdContext,
  podSandboxId: string,
  config: ContainerConfig,
  sandboxConfig: PodSandboxConfig,
): CriResult<Prerequisites> {
  const sandbox = state.sandboxes.get(podSandboxId);
  if (sandbox === undefined) {
    return err(notFound(`failed to find sandbox id "${podSandboxId}": not found`));
  }
  if (sandbox.task === undefined || sandbox.status.state !== 'SANDBOX_READY') {
    return err(
      unknownError(
        `failed to get sandbox container task: sandbox "${podSandboxId}" is not running`,
      ),
    );
  }
  const { name: podName, namespace, uid } = sandboxConfig.metadata;
  const { name: containerName, attempt } = config.metadata;
  const name = `${containerName}_${podName}_${namespace}_${uid}_${attempt}`;
  if (state.names.has(name)) {
    return err(
      unknownError(`failed to reserve container name "${name}": name "${name}" is reserved`),
    );
  }
  const image = state.images.find(config.image.image);
  if (image === undefined) {
    return err(notFound(`failed to resolve image "${config.image.image}": not found`));
  }
  return ok({ sandbox, sandboxPid: sandbox.task.pid, name, image });
}

/** What a container writes uses memory of its cgroup or space on the node's disk. */
function takeRoom(
  context: ContainerdContext,
  container: () => Container,
  where: 'memory' | 'disk' | 'inodes',
  bytes: number,
): boolean {
  if (where === 'inodes') return context.host.takeInodes(bytes);
  if (where === 'disk') return context.host.takeDisk(bytes);
  chargeMemory(context, container(), bytes);
  return true;
}

/** Source: mutateImageMount. */
function missingImage(
  { state }: ContainerdContext,
  { mounts }: ContainerConfig,
): CriError | undefined {
  const lost = mounts.find(({ image }) => image && state.images.find(image.image) === undefined);
  if (lost === undefined) return undefined;
  return notFound(
    `failed to mutate image mount: failed to resolve image "${lost.image?.image}": not found`,
  );
}

/** An image as a volume: its files, or those below a path, which nobody can change. */
function imageMount({ state }: ContainerdContext, sandbox: Sandbox, mount: ContainerMount): Mount {
  const { containerPath, image, imageSubPath = '' } = mount;
  const stored = must(image && state.images.find(image.image), 'the image is there');
  const below = imageSubPath === '' ? '/' : `/${imageSubPath}/`;
  const inside = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([path]) => path.startsWith(below))
        .map(([path, of]) => [path.slice(below.length), of]),
    );
  const { files, links } = contentOf(stored.config);
  const place = `/run/containerd/io.containerd.grpc.v1.cri/image-volumes/${sandbox.id}`;
  const folder = state.disk.mount(`${place}/${stored.status.id}${below}`, {
    files: inside(files),
    links: inside(links),
  });
  return { containerPath, folder, readonly: true };
}

/** The kubelet's mounts, plus the sandbox's files at paths where the kubelet mounts nothing. */
function mountsOf(
  context: ContainerdContext,
  sandbox: Sandbox,
  config: ContainerConfig,
): readonly Mount[] {
  const { disk } = context.state;
  const own = config.mounts.map((mount): Mount => {
    if (mount.image !== undefined) return imageMount(context, sandbox, mount);
    const { containerPath, hostPath, within, readonly, content, inMemory, capacity } = mount;
    return {
      containerPath,
      ...(within === undefined
        ? { folder: disk.mount(hostPath, content, inMemory, capacity) }
        : disk.mountWithin(within, hostPath.slice(within.length + 1), inMemory, capacity)),
      readonly,
      mode: disk.modeOf(within ?? hostPath),
      ...defined({ fileMode: mount.fileMode }),
    };
  });
  const taken = new Set(own.map(({ containerPath }) => containerPath));
  return [...own, ...sandboxMounts(disk, sandbox.id, taken)];
}

/** Found as upstream does: by the path that an annotation names. */
function terminationLogOf({ annotations, mounts }: ContainerConfig) {
  const path = annotations['io.kubernetes.container.terminationMessagePath'];
  const mount = mounts.find(({ containerPath }) => containerPath === path);
  return defined({ terminationLog: mount?.hostPath });
}

function firstStatus(
  context: ContainerdContext,
  sandbox: Sandbox,
  id: string,
  config: ContainerConfig,
  image: StoredImage,
  user: ProcessUser,
): Container['status'] {
  const { status } = image;
  return {
    id,
    podSandboxId: sandbox.id,
    metadata: config.metadata,
    state: 'CONTAINER_CREATED',
    createdAt: context.wall(),
    startedAt: 0,
    finishedAt: 0,
    exitCode: 0,
    reason: '',
    message: '',
    image: {
      image: status.repoTags[0] ?? status.repoDigests[0] ?? status.id,
      userSpecifiedImage: '',
    },
    imageRef: status.repoDigests[0] ?? status.id,
    imageId: status.id,
    labels: config.labels,
    annotations: config.annotations,
    user: { uid: user.uid, gid: user.gid, supplementalGroups: user.groups },
    resources: config.linux.resources,
    ...terminationLogOf(config),
    logPath: `${sandbox.config.logDirectory}/${config.logPath}`,
  };
}
