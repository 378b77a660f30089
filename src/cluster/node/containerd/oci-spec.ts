/**
 * The OCI runtime specification of a container: what runc sets up.
 *
 * Models containerd internal/cri/server buildContainerSpec and podsandbox specs, in short: process,
 * environment, namespaces, cgroup, mounts, what is masked.
 */

import type { ImageConfig } from '#cluster/config/cluster-config';
import type {
  ContainerConfig,
  LinuxContainerSecurityContext,
  NamespaceOptions,
  PodSandboxConfig,
} from '#k8s.io/cri-api/runtime';
import type { ProcessUser } from './processes/program.ts';

export interface OciSpec {
  readonly args: readonly string[];
  readonly env: readonly (readonly [string, string])[];
  readonly cwd: string;
  readonly hostname: string;
  /** By kind: `new`, `host`, or the path of the namespace to join. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly cgroupsPath: string;
  readonly oomScoreAdj: number;
  readonly capabilities: number;
  readonly maskedPaths: readonly string[];
  readonly readonlyPaths: readonly string[];
  readonly mounts: readonly string[];
  readonly readonlyRootfs: boolean;
  readonly user: ProcessUser;
  readonly noNewPrivs: boolean;
}

/** Source: kubernetes/pkg/securitycontext/util.go defaultMaskedPaths. */
const maskedPaths: readonly string[] = [
  '/proc/asound',
  '/proc/acpi',
  '/proc/interrupts',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/sys/firmware',
  '/sys/devices/virtual/powercap',
];
const readonlyPaths: readonly string[] = [
  '/proc/bus',
  '/proc/fs',
  '/proc/irq',
  '/proc/sys',
  '/proc/sysrq-trigger',
];
const kernelMounts: readonly string[] = [
  '/proc',
  '/dev',
  '/dev/pts',
  '/dev/mqueue',
  '/sys',
  '/sys/fs/cgroup',
];
/** CHOWN … AUDIT_WRITE: containerd's default set. */
const defaultCapabilities = 14;
const sandboxOomScore = -998;

/** The sandbox's own process makes the namespaces that the pod's containers join. */
export function sandboxSpec(
  id: string,
  config: PodSandboxConfig,
  image: ImageConfig,
  netns: string,
): OciSpec {
  const { network, ipc, pid } = config.linux.namespaceOptions;
  return {
    args: [...image.entrypoint, ...image.command],
    env: Object.entries(image.env),
    cwd: '/',
    hostname: config.hostname,
    namespaces: {
      network: network === 'NODE' ? 'host' : netns,
      uts: network === 'NODE' ? 'host' : 'new',
      ipc: ipc === 'NODE' ? 'host' : 'new',
      pid: pid === 'NODE' ? 'host' : 'new',
      mount: 'new',
      cgroup: 'new',
    },
    cgroupsPath: `${config.linux.cgroupParent}/${id}`,
    oomScoreAdj: sandboxOomScore,
    capabilities: defaultCapabilities,
    maskedPaths,
    readonlyPaths,
    mounts: [...kernelMounts, '/dev/shm', '/etc/resolv.conf'],
    readonlyRootfs: true,
    user: { uid: 65535, gid: 65535, groups: [65535] },
    noNewPrivs: false,
  };
}

/** Environment of a process with a terminal, after PATH. Source: oci.WithTTY. */
const terminalEnv = ({ env }: ImageConfig): readonly (readonly [string, string])[] => [
  ...(env['PATH'] === undefined ? [] : [['PATH', env['PATH']] as const]),
  ['TERM', 'xterm'],
];

export interface ContainerSpecInputs {
  readonly id: string;
  readonly config: ContainerConfig;
  readonly sandboxConfig: PodSandboxConfig;
  readonly image: ImageConfig;
  /** The process of the sandbox, whose namespaces are joined. */
  readonly sandboxPid: number;
  /** Paths of all mounts in the container. */
  readonly mounts: readonly string[];
  /** Variables of its CDI devices. */
  readonly deviceEnv?: readonly (readonly [string, string])[];
}

export function containerSpec(inputs: ContainerSpecInputs): OciSpec {
  const { id, config, sandboxConfig, image, sandboxPid, mounts } = inputs;
  const { resources, namespaceOptions, securityContext } = config.linux;
  const env = new Map(config.tty === true ? terminalEnv(image) : []);
  for (const [key, value] of Object.entries(image.env)) env.set(key, value);
  env.set('HOSTNAME', sandboxConfig.hostname);
  for (const { key, value } of config.envs) env.set(key, value);
  for (const [key, value] of inputs.deviceEnv ?? []) env.set(key, value);
  return {
    args: commandLine(config, image),
    env: [...env],
    cwd: config.workingDir === '' ? (image.workingDir ?? '/') : config.workingDir,
    hostname: sandboxConfig.hostname,
    namespaces: namespacesOf(namespaceOptions, sandboxPid),
    cgroupsPath: `${sandboxConfig.linux.cgroupParent}/${id}`,
    oomScoreAdj: resources.oomScoreAdj ?? 0,
    capabilities: capabilitiesOf(securityContext),
    maskedPaths: securityContext?.privileged === true ? [] : maskedPaths,
    readonlyPaths: securityContext?.privileged === true ? [] : readonlyPaths,
    mounts: [...kernelMounts, ...mounts],
    readonlyRootfs: securityContext?.readonlyRootfs === true,
    user: userOf(securityContext, image),
    noNewPrivs: securityContext?.noNewPrivs === true,
  };
}

/** Source: containerd internal/cri/opts WithAdditionalGIDs and oci.WithUser. */
function userOf(
  security: LinuxContainerSecurityContext | undefined,
  image: ImageConfig,
): ProcessUser {
  const uid = security?.runAsUser ?? image.user ?? 0;
  const gid = security?.runAsGroup ?? 0;
  return { uid, gid, groups: [...new Set([gid, ...(security?.supplementalGroups ?? [])])] };
}

/** All capabilities of a current kernel. */
const allCapabilities = 41;

function capabilitiesOf(security: LinuxContainerSecurityContext | undefined): number {
  if (security?.privileged === true) return allCapabilities;
  const { addCapabilities = [], dropCapabilities = [] } = security?.capabilities ?? {};
  if (addCapabilities.includes('ALL')) return allCapabilities;
  const kept = dropCapabilities.includes('ALL') ? 0 : defaultCapabilities - dropCapabilities.length;
  return Math.max(0, kept) + addCapabilities.length;
}

/**
 * Source: containerd opts.WithProcessArgs: `command` replaces both entrypoint and arguments of the
 * image, `args` only the arguments.
 */
function commandLine(config: ContainerConfig, image: ImageConfig): readonly string[] {
  if (config.command.length > 0) return [...config.command, ...config.args];
  const args = config.args.length > 0 ? config.args : image.command;
  return [...image.entrypoint, ...args];
}

/** Source: containerd opts.WithPodNamespaces. */
function namespacesOf(
  options: NamespaceOptions,
  sandboxPid: number,
): Readonly<Record<string, string>> {
  const shared = (kind: string): string => `/proc/${sandboxPid}/ns/${kind}`;
  const pids = { POD: shared('pid'), CONTAINER: 'new', NODE: 'host', TARGET: 'new' };
  return {
    network: shared('net'),
    uts: shared('uts'),
    ipc: shared('ipc'),
    pid: pids[options.pid],
    mount: 'new',
    cgroup: 'new',
  };
}
