/**
 * The images of Kubernetes' own end-to-end tests, v1.36. Names and tags are those of
 * test/utils/image/manifest.go; sizes are rounded, digests are made from the names.
 */

import { digestOf } from '#base/oci-digest';
import type { ImageConfig } from '#cluster/config/cluster-config';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const registry = 'registry.k8s.io/e2e-test-images';
const mega = 1_000_000;

type Content = Partial<ImageConfig> & Pick<ImageConfig, 'program'>;

/** One image for each tag: other versions hold other bytes. */
function published(
  repository: string,
  tags: Readonly<Record<string, number>>,
  content: Content,
): readonly ImageConfig[] {
  return Object.entries(tags).map(([tag, megabytes]) => ({
    repository,
    tags: [tag],
    sizeBytes: megabytes * mega,
    digest: digestOf(`manifest ${repository}:${tag}`),
    imageId: digestOf(`configuration ${repository}:${tag}`),
    entrypoint: [],
    command: [],
    env: { PATH: path },
    ...content,
  }));
}

const agnhost: Content = {
  base: 'alpine',
  program: 'agnhost',
  entrypoint: ['/agnhost'],
  command: ['pause'],
};

const demo: Content = { ...agnhost, command: ['test-webserver'] };

/** Images before 1.19 have no script before nginx, and end it as others end theirs. */
const nginx = (version: string): Content => {
  const isPlain = Number(version.split('.')[1]) < 19;
  return {
    base: 'debian',
    program: 'nginx',
    version,
    command: ['nginx', '-g', 'daemon off;'],
    ...(!isPlain && { stopSignal: 'SIGQUIT', entrypoint: ['/docker-entrypoint.sh'] }),
  };
};

/** 2.39 and 2.40 are those of Kubernetes' own pages. */
const agnhostTags = { '2.39': 51, '2.40': 51, '2.45': 51, '2.47': 53, '2.55': 53, '2.63.0': 53 };

export const testImages: readonly ImageConfig[] = [
  ...published(`${registry}/agnhost`, agnhostTags, agnhost),
  ...published(`${registry}/busybox`, { '1.37.0-1': 2 }, { program: 'sh', command: ['sh'] }),
  ...published(
    `${registry}/glibc-dns-testing`,
    { '2.0.0': 60 },
    { program: 'glibc-dns-testing', base: 'debian', command: ['bash'] },
  ),
  ...published(`${registry}/kitten`, { '1.8': 54 }, demo),
  ...published(`${registry}/nautilus`, { '1.8': 54 }, demo),
  ...published(`${registry}/nginx`, { '1.15-4': 42 }, nginx('1.15.12')),
  ...published(`${registry}/nginx`, { '1.27-0': 73 }, nginx('1.27.5')),
  ...published('registry.k8s.io/nginx-slim', { '0.21': 56 }, nginx('1.21.6')),
  ...published('registry.k8s.io/nginx-slim', { '0.24': 57 }, nginx('1.24.0')),
  ...published(
    `${registry}/nonewprivs`,
    { '1.4': 4 },
    { program: 'nonewprivs', base: 'alpine', command: ['nnp'] },
  ),
  ...published(`${registry}/nonroot`, { '1.5': 43 }, { program: 'sh', base: 'alpine', user: 1234 }),
  ...published(
    'registry.k8s.io/pause',
    { '2.0': 0.4, '3.1': 0.3, '3.9': 0.3, '3.10': 0.3, '3.10.2': 0.3 },
    { program: 'pause', entrypoint: ['/pause'] },
  ),
];
