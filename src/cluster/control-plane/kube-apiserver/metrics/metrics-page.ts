/**
 * The page `/metrics`. Models k8s.io/apiserver pkg/server/routes/metrics.go, pkg/storage/etcd3/metrics
 * and k8s.io/component-base metrics/version.go.
 */
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { buildVersion } from '../discovery/build-version.ts';
import type { Reply } from '../exchange.ts';
import { exposition, expositionType, type Family, labelsOf } from './exposition.ts';

export interface ObjectCount {
  readonly resource: Pick<ResourceInfo, 'group' | 'plural'>;
  readonly count: number;
}

/** `counted`: what the server has counted; `counts`: the stored objects of each resource. */
export function metricsReply(counted: readonly Family[], counts: readonly ObjectCount[]): Reply {
  const families = [...counted, ...objectFamilies(counts), buildInfo];
  return { code: 200, contentType: expositionType, body: exposition(families) };
}

function objectFamilies(counts: readonly ObjectCount[]): readonly Family[] {
  const words =
    'Number of stored objects at the time of last check split by kind. In case of a fetching ' +
    'error, the value will be -1.';
  return [
    {
      name: 'apiserver_resource_objects',
      help: `[ALPHA] ${words}`,
      type: 'gauge',
      samples: counts.map(({ resource: { group, plural }, count }) => ({
        labels: labelsOf({ group, resource: plural }),
        value: count,
      })),
    },
    {
      name: 'apiserver_storage_objects',
      help:
        '[STABLE] (Deprecated since 1.34.0) [DEPRECATED, consider using ' +
        `apiserver_resource_objects instead] ${words}`,
      type: 'gauge',
      samples: counts.map(({ resource: { group, plural }, count }) => ({
        labels: labelsOf({ resource: group === '' ? plural : `${plural}.${group}` }),
        value: count,
      })),
    },
  ];
}

const buildInfo: Family = {
  name: 'kubernetes_build_info',
  help:
    "[BETA] A metric with a constant '1' value labeled by major, minor, git version, git commit, " +
    'git tree state, build date, Go version, and compiler from which Kubernetes was built, and ' +
    'platform on which it is running.',
  type: 'gauge',
  samples: [
    {
      labels: labelsOf({
        major: buildVersion.major,
        minor: buildVersion.minor,
        git_version: buildVersion.gitVersion,
        git_commit: buildVersion.gitCommit,
        git_tree_state: buildVersion.gitTreeState,
        build_date: buildVersion.buildDate,
        go_version: buildVersion.goVersion,
        compiler: buildVersion.compiler,
        platform: buildVersion.platform,
      }),
      value: 1,
    },
  ],
};
