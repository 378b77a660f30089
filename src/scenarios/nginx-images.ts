/**
 * The published images of nginx.
 *
 * `latest` and `alpine` have the digests, layers and sizes of the images for linux/amd64 as Docker
 * Hub had them in July and September 2026 (docker-library/repo-info, repos/nginx/remote). For the
 * older versions the total is the one that kubelets reported for the tag; how it is divided among
 * the two large layers, and their digests, are ours.
 */
import type { ImageConfig, ImageLayerConfig } from '#cluster/config/cluster-config';
import { digestOf } from './image-digest.ts';

const repository = 'docker.io/library/nginx';
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

interface Published {
  readonly tags: readonly string[];
  readonly version: string;
  readonly base: 'debian' | 'alpine';
  readonly digest: string;
  readonly imageId: string;
  readonly layers: readonly ImageLayerConfig[];
}

const layer = (digest: string, bytes: number): ImageLayerConfig => ({
  digest: `sha256:${digest}`,
  bytes,
});

/** The layers of scripts are as large in all versions. */
const scriptLayers = [626, 955, 403, 1210, 1397];
/** Of Debian's own layer, which is a little smaller than half of the whole. */
const baseShare = 0.47;

function older(tag: string, version: string, bytes: number): Published {
  const base = Math.round(bytes * baseShare);
  const rest = bytes - base - scriptLayers.reduce((sum, size) => sum + size, 0);
  return {
    tags: [tag, version],
    version,
    base: 'debian',
    digest: digestOf(`manifest ${repository}:${version}`),
    imageId: digestOf(`configuration ${repository}:${version}`),
    layers: [base, rest, ...scriptLayers].map((size, index) => ({
      digest: digestOf(`layer ${index} ${repository}:${version}`),
      bytes: size,
    })),
  };
}

const published: readonly Published[] = [
  {
    tags: ['latest', 'mainline', '1', '1.31', '1.31.3'],
    version: '1.31.3',
    base: 'debian',
    digest: 'sha256:5a88c9c45479443d7be2eadc894b4ed0a9801bae03d97a5760ae13b5c2005942',
    imageId: 'sha256:4e5db4761e0ff445f7fd29aad680ad28e8abf7d204895557f145d65535abcc1c',
    layers: [
      layer('062e450697faa5f02a3a74eba9864ee4d79bc9cfbd65769fc6cdff2c05c6a053', 29_780_905),
      layer('82454cdbf456a77f9ff1bb88b121c2a739e38c30ea689c135c7cca6249eabe4e', 33_325_076),
      layer('3c7ab7949321f47c96fc0918f9f72e8f51bd452cdef1e0dad9599880317380b9', 626),
      layer('cacfcdd01f309c65d69372716e799ea741065ac1b1e60880b3a6981ae105cb55', 955),
      layer('b6698f04e005497a7f495c0719358d43890cb3997ad7b4ab0b06748247c574a3', 403),
      layer('2bedaf25031a24fb70b9dc2d56cb17139186d1ae5fd2054ecbd0dfe1a69585ba', 1210),
      layer('d26f27cc8c41e321394cb3c9a80915d90d5f1f1d3cbbbcda3be00f13c53b041e', 1397),
    ],
  },
  {
    tags: ['alpine', '1-alpine', 'mainline-alpine', '1.31-alpine', '1.31.6-alpine'],
    version: '1.31.6',
    base: 'alpine',
    digest: 'sha256:df221db836e1754089190208cee7eeda94f233197056426eda74a43ab1abeac2',
    imageId: 'sha256:3dd08163706a20b20622f310ec10258cc96e9007ab357f7201955bc880ac17f4',
    layers: [
      layer('e2de96513ba9eb53b431787ec8a65cdde380ac4772a3e4c4b714dcfde2a102b5', 3_849_738),
      layer('d9aae54b58315e84b9c3ac5f00bad6610e0e28ad9ff28fcde694647e0be13131', 1_931_156),
      layer('6c53d0b2a666ed8f8fad8d9982e30cf24eb085036c17b27591665ca25e1ba40c', 629),
      layer('745dfb2690dd8627e1593941caccc756f14943df7930a478beb4e808c5695cb9', 965),
      layer('9a9a644fdd6a3681d43dace44c8cfef374cfd7b24f433113379ea483692498a8', 404),
      layer('64c8194480fee2c03e01cc561cf5542733627d2c7de493a028139677025f975c', 1210),
      layer('e76228b47809e8a4bd37a6ba52a04d282d8c72ddf0ff9e8b83fd6318631abd52', 1400),
      layer('e72112c14215406dc7f23ef8e5cfdfddeb8662176167382ad64ec86f52b7a88e', 20_525_064),
    ],
  },
  older('1.29', '1.29.4', 59_772_801),
  older('1.28', '1.28.0', 62_916_597),
  older('1.27', '1.27.5', 68_857_691),
];

export const nginxImages: readonly ImageConfig[] = published.map(
  ({ version, layers, ...image }) => ({
    ...image,
    version,
    layers,
    repository,
    sizeBytes: layers.reduce((sum, { bytes }) => sum + bytes, 0),
    entrypoint: ['/docker-entrypoint.sh'],
    command: ['nginx', '-g', 'daemon off;'],
    env: { PATH: path, NGINX_VERSION: version },
    program: 'nginx',
    stopSignal: 'SIGQUIT',
  }),
);
