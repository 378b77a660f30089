/**
 * Images that people reach for in examples, beside those of the recorded cluster.
 *
 * Names, tags, ports, entrypoints and first words are those of the published images; sizes are
 * rounded, digests are made from the names. What they serve is not modelled: a database takes
 * connections and says nothing.
 */
import type { ImageConfig, ServerConfig } from '#cluster/config/cluster-config';
import { digestOf } from './image-digest.ts';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const mebibyte = 2 ** 20;

interface Published {
  readonly repository: string;
  /** Each with its compressed megabytes. */
  readonly tags: Readonly<Record<string, number>>;
  readonly args?: readonly string[];
  readonly server: ServerConfig;
}

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
  {
    repository: 'gcr.io/google-samples/hello-app',
    tags: { '1.0': 7, '2.0': 7 },
    server: {
      executable: './hello-app',
      ports: [8080],
      startUp: ['Server listening on port 8080'],
      page: 'Hello, world!\n',
      memoryBytes: 4 * mebibyte,
      alone: true,
    },
  },
  {
    repository: 'gcr.io/google-samples/kubernetes-bootcamp',
    tags: { v1: 83 },
    args: ['server.js'],
    server: {
      executable: 'node',
      ports: [8080],
      startUp: ['Kubernetes Bootcamp App Started'],
      page: 'Hello Kubernetes bootcamp!\n',
      memoryBytes: 30 * mebibyte,
    },
  },
];

const alpine: readonly [string, number][] = [
  ['latest', 3.8],
  ['3.22', 3.8],
  ['3.21', 3.6],
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

export const everydayImages: readonly ImageConfig[] = [
  ...published.flatMap(imagesOf),
  ...alpine.map(([tag, megabytes]) => ({
    ...named('docker.io/library/alpine', tag, megabytes),
    entrypoint: [],
    command: ['/bin/sh'],
    program: 'sh',
  })),
];
