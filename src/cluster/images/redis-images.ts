/**
 * The published image of redis: digests, layers and sizes for linux/amd64 as Docker Hub had them in
 * September 2026 (docker-library/repo-info, repos/redis/remote/latest.md). The older tags are held
 * to be as large; their digests are ours.
 */

import { digestOf } from '#base/oci-digest';
import type { ImageConfig } from '#cluster/config/cluster-config';

const repository = 'docker.io/library/redis';
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const layers = [
  ['6b37362b3da78869050b894b799ad4df04f1f3b52774087db0d81151570244c8', 29_830_418],
  ['cd2a24b5fb25c4844b2cdaa383d07858aba6053eaec806bd84cf3da1256272bc', 1101],
  ['090bdb3db9ca070adacf9281d8aa8dd33aa2a615502350c6e4d62d3e581acf01', 824],
  ['916bd9c149a39d26450a2da3d7cebc6d61eb639a195458fa0047ccb638d12ffe', 25_639_861],
  ['325b1e560d63ad49c2f0e5c9b2430e83db7d567ecd837da4c5dff2952f8fccf0', 97],
  ['4f4fb700ef54461cfa02571ae0db9a0dc1e0cdb5577484a6d75e68dc38e8acc1', 32],
  ['a7abbb3aa6cf2c19ce7974aba5bcf32d2c35e43753b5b450304b85a5cea0ae93', 2109],
] as const;

const base: Omit<ImageConfig, 'tags' | 'digest' | 'imageId' | 'version' | 'env'> = {
  repository,
  base: 'debian',
  sizeBytes: layers.reduce((sum, [, bytes]) => sum + bytes, 0),
  layers: layers.map(([digest, bytes]) => ({ digest: `sha256:${digest}`, bytes })),
  entrypoint: ['docker-entrypoint.sh'],
  command: ['redis-server'],
  workingDir: '/data',
  program: 'redis',
};

const latest: ImageConfig = {
  ...base,
  tags: ['latest', '8', '8.10', '8.10.1'],
  version: '8.10.1',
  digest: 'sha256:8a1efc5f479551822b47424ccae982026b633f28818eab0387348120a61e10e2',
  imageId: 'sha256:7e3b4d0d1a5d419fdb4a1fef04cb4033b04210c2f7383d596335265b8ff0b31d',
  env: { PATH: path, REDIS_VERSION: '8.10.1' },
};

const older = (tag: string, version: string): ImageConfig => ({
  ...base,
  tags: [tag],
  version,
  digest: digestOf(`manifest ${repository}:${tag}`),
  imageId: digestOf(`configuration ${repository}:${tag}`),
  env: { PATH: path, REDIS_VERSION: version },
});

export const redisImages: readonly ImageConfig[] = [
  latest,
  older('7', '7.4.5'),
  older('alpine', '8.10.1'),
];
