/**
 * Images that people reach for in examples, beside those of the recorded cluster.
 *
 * Names, tags, ports, entrypoints and first words are those of the published images; sizes are
 * rounded, digests are made from the names. What they serve is not modelled: a database takes
 * connections and says nothing.
 */

import { digestOf } from '#base/oci-digest';
import type { ImageConfig, ServerConfig } from '#cluster/config/cluster-config';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const mebibyte = 2 ** 20;

interface Published {
  readonly repository: string;
  /** Each with its compressed megabytes. */
  readonly tags: Readonly<Record<string, number>>;
  readonly args?: readonly string[];
  readonly server: ServerConfig;
}

/** Of the page "Hello Minikube" and its followers. */
const bootcamp = (repository: string, tag: string): Published => ({
  repository,
  tags: { [tag]: 83 },
  args: ['server.js'],
  server: {
    executable: 'node',
    ports: [8080],
    startUp: ['Kubernetes Bootcamp App Started'],
    page: `Hello Kubernetes bootcamp! | Running on: {hostname} | v=${tag.slice(1)}\n`,
    memoryBytes: 30 * mebibyte,
  },
});

const helloApp = (repository: string, tag: string): Published => ({
  repository,
  tags: { [tag]: 7 },
  server: {
    executable: './hello-app',
    ports: [8080],
    startUp: ['Server listening on port 8080'],
    page: `Hello, world!\nVersion: ${tag}.0\nHostname: {hostname}\n`,
    memoryBytes: 4 * mebibyte,
    alone: true,
  },
});

const googleSamples = [
  'gcr.io/google-samples/hello-app',
  'us-docker.pkg.dev/google-samples/containers/gke/hello-app',
];

const published: readonly Published[] = [
  {
    repository: 'docker.io/library/memcached',
    tags: { latest: 32, '1.6': 32 },
    args: ['memcached'],
    server: {
      executable: 'docker-entrypoint.sh',
      ports: [11211],
      startUp: [],
      memoryBytes: 3 * mebibyte,
    },
  },
  {
    repository: 'docker.io/library/mysql',
    tags: { latest: 265, '8': 230, '8.4': 230, '9': 265 },
    args: ['mysqld'],
    server: {
      executable: 'docker-entrypoint.sh',
      ports: [3306],
      startUp: ["/usr/sbin/mysqld: ready for connections. Socket: '/var/run/mysqld/mysqld.sock'"],
      memoryBytes: 420 * mebibyte,
      requires: {
        anyOf: ['MYSQL_ROOT_PASSWORD', 'MYSQL_ALLOW_EMPTY_PASSWORD', 'MYSQL_RANDOM_ROOT_PASSWORD'],
        orSays:
          '[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified',
      },
    },
  },
  {
    repository: 'docker.io/library/mongo',
    tags: { latest: 300, '8': 300, '7': 270 },
    args: ['mongod'],
    server: {
      executable: 'docker-entrypoint.sh',
      ports: [27017],
      startUp: ['Waiting for connections on port 27017'],
      memoryBytes: 160 * mebibyte,
    },
  },
  {
    repository: 'docker.io/traefik/whoami',
    tags: { latest: 3 },
    server: {
      executable: '/whoami',
      ports: [80],
      startUp: ['Starting up on port 80'],
      page: 'whoami\n',
      memoryBytes: 4 * mebibyte,
      alone: true,
    },
  },
  ...googleSamples.flatMap((name) => [helloApp(name, '1.0'), helloApp(name, '2.0')]),
  bootcamp('gcr.io/google-samples/kubernetes-bootcamp', 'v1'),
  bootcamp('docker.io/jocatalin/kubernetes-bootcamp', 'v2'),
  {
    repository: 'docker.io/kicbase/echo-server',
    tags: { latest: 5, '1.0': 5 },
    server: {
      executable: '/bin/echo-server',
      ports: [8080],
      startUp: ['Echo server listening on port 8080.'],
      page: 'Request served by {hostname}\n',
      memoryBytes: 4 * mebibyte,
      alone: true,
    },
  },
];

const alpine: readonly [tag: string, version: string, megabytes: number][] = [
  ['latest', '3.24.2', 3.8],
  ['3.22', '3.22.2', 3.8],
  ['3.21', '3.21.5', 3.6],
];

const ubuntu: readonly [tag: string, version: string, megabytes: number][] = [
  ['latest', '24.04', 29.7],
  ['24.04', '24.04', 29.7],
  ['noble', '24.04', 29.7],
  ['22.04', '22.04', 29.5],
  ['jammy', '22.04', 29.5],
];

function imagesOf({ repository, tags, args = [], server }: Published): readonly ImageConfig[] {
  return Object.entries(tags).map(([tag, megabytes]) => ({
    ...named(repository, tag, megabytes),
    entrypoint: [server.executable],
    command: args,
    program: 'server',
    server,
  }));
}

const named = (repository: string, tag: string, megabytes: number) => ({
  repository,
  tags: [tag],
  sizeBytes: megabytes * 1_000_000,
  digest: digestOf(`manifest ${repository}:${tag}`),
  imageId: digestOf(`configuration ${repository}:${tag}`),
  env: { PATH: path },
});

/** Older busyboxes, which the pages of Kubernetes and their readers name. */
const busyboxes: readonly [repository: string, tag: string, megabytes: number][] = [
  ['docker.io/library/busybox', '1.28', 0.7],
  ['docker.io/library/busybox', '1.35', 2.2],
  ['docker.io/library/busybox', '1.37', 2.2],
  ['docker.io/library/busybox', 'stable', 2.2],
  ['registry.k8s.io/busybox', 'latest', 1.1],
  ['registry.k8s.io/busybox', '1.27.2', 0.7],
];

/** The page about Jobs names 5.34.0. */
const perls: readonly [tag: string, version: string][] = [
  ['latest', '5.42.0'],
  ['5', '5.42.0'],
  ['5.34.0', '5.34.0'],
];

export const everydayImages: readonly ImageConfig[] = [
  ...published.flatMap(imagesOf),
  ...busyboxes.map(([repository, tag, megabytes]) => ({
    ...named(repository, tag, megabytes),
    entrypoint: [],
    command: ['sh'],
    program: /^1\.2[78]/.test(tag) ? 'old-busybox' : 'sh',
  })),
  ...['latest', '8.14.1'].map((tag) => ({
    ...named('docker.io/curlimages/curl', tag, 10),
    base: 'alpine' as const,
    entrypoint: ['/entrypoint.sh'],
    command: ['curl'],
    user: 100,
    program: 'curl',
  })),
  ...perls.map(([tag, version]) => ({
    ...named('docker.io/library/perl', tag, 337),
    base: 'debian' as const,
    version,
    entrypoint: [],
    command: ['perl', '-de0'],
    program: 'perl',
  })),
  ...alpine.map(([tag, version, megabytes]) => ({
    ...named('docker.io/library/alpine', tag, megabytes),
    base: 'alpine' as const,
    version,
    entrypoint: [],
    command: ['/bin/sh'],
    program: 'alpine',
  })),
  ...ubuntu.map(([tag, version, megabytes]) => ({
    ...named('docker.io/library/ubuntu', tag, megabytes),
    base: 'debian' as const,
    version,
    entrypoint: [],
    command: ['/bin/bash'],
    program: 'ubuntu',
  })),
];
