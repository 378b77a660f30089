/**
 * The checks of a level, by the version of the standards that a namespace requests.
 *
 * Models k8s.io/pod-security-admission policy/registry.go: checks have revisions, each from a minor
 * version on; a check of restricted may replace one of baseline; violations are in the order of the
 * checks' ids, those of baseline first.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import * as baseline from './baseline-checks.ts';
import * as restricted from './restricted-checks.ts';
import type { CheckPod, Violation } from './violation.ts';

export interface LevelVersion {
  readonly level: string;
  /** `latest` or `v1.36`. */
  readonly version: string;
}

interface Check {
  readonly level: 'baseline' | 'restricted';
  /** Each is valid from a minor version on; oldest first. */
  readonly revisions: readonly (readonly [since: number, check: CheckPod])[];
  /** The check of baseline that this one replaces. */
  readonly replaces?: CheckPod;
}

const { unlessUserNamespace, unlessWindows } = restricted;

const only = (check: CheckPod, since = 0): Check => ({
  level: 'baseline',
  revisions: [[since, check]],
});

/** A growing list: each revision also allows what the earlier ones allowed. */
const sysctls: Check['revisions'] = baseline.sysctlVersions.map(([since], index, versions) => {
  const names = versions.slice(0, index + 1).flatMap(([, added]) => added);
  return [since, baseline.sysctls(names)];
});

const seLinuxTypes = [...baseline.seLinuxTypes, 'container_engine_t'];

/** In the order of their ids. */
const checks: readonly Check[] = [
  only(baseline.appArmorProfile),
  only(baseline.capabilities),
  only(baseline.hostNamespaces),
  only(baseline.hostPathVolumes),
  only(baseline.hostPorts),
  only(baseline.hostProbesAndHostLifecycle, 34),
  only(baseline.privileged),
  {
    level: 'baseline',
    revisions: [
      [0, baseline.procMount],
      [35, baseline.procMountUnlessUserNamespace],
    ],
  },
  {
    level: 'baseline',
    revisions: [
      [0, baseline.seLinuxOptions(baseline.seLinuxTypes)],
      [31, baseline.seLinuxOptions(seLinuxTypes)],
    ],
  },
  {
    level: 'baseline',
    revisions: [
      [0, baseline.seccompAnnotations],
      [19, baseline.seccompProfile],
    ],
  },
  { level: 'baseline', revisions: sysctls },
  only(baseline.windowsHostProcess),
  {
    level: 'restricted',
    revisions: [
      [8, restricted.allowPrivilegeEscalation],
      [25, unlessWindows(restricted.allowPrivilegeEscalation)],
    ],
  },
  {
    level: 'restricted',
    revisions: [
      [22, restricted.droppedCapabilities],
      [25, unlessWindows(restricted.droppedCapabilities)],
    ],
    replaces: baseline.capabilities,
  },
  {
    level: 'restricted',
    revisions: [[0, restricted.restrictedVolumes]],
    replaces: baseline.hostPathVolumes,
  },
  {
    level: 'restricted',
    revisions: [
      [0, restricted.runAsNonRoot],
      [35, unlessUserNamespace(restricted.runAsNonRoot)],
    ],
  },
  {
    level: 'restricted',
    revisions: [
      [23, restricted.runAsUser],
      [35, unlessUserNamespace(restricted.runAsUser)],
    ],
  },
  {
    level: 'restricted',
    revisions: [
      [19, restricted.seccompProfile],
      [25, unlessWindows(restricted.seccompProfile)],
    ],
    replaces: baseline.seccompProfile,
  },
];

const chosen = new Map<string, readonly CheckPod[]>();

/** The checks of a level at a minor version; a future version counts as the latest. */
function checksFor({ level, version }: LevelVersion): readonly CheckPod[] {
  const key = `${level} ${version}`;
  const known = chosen.get(key);
  if (known !== undefined) return known;
  const minor = Number(/^v1\.(\d+)$/.exec(version)?.[1] ?? Number.POSITIVE_INFINITY);
  const made = checks
    .filter((check) => check.level === 'baseline' || level !== 'baseline')
    .map(({ revisions, replaces }) => ({
      run: revisions.findLast(([since]) => since <= minor)?.[1],
      replaces,
    }));
  const replaced = new Set(made.flatMap((one) => (one.run === undefined ? [] : [one.replaces])));
  const list = made.flatMap(({ run }) => (run === undefined || replaced.has(run) ? [] : [run]));
  chosen.set(key, list);
  return list;
}

/** The violations of a level by a pod. An unknown level counts as the strictest. */
export function violationsOf(asked: LevelVersion, pod: Pod): readonly Violation[] {
  if (asked.level === 'privileged') return [];
  return checksFor(asked)
    .map((check) => check(pod))
    .filter((violation) => violation !== undefined);
}
