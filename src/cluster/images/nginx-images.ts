/**
 * The published images of nginx.
 *
 * `latest` and `alpine` have the digests, layers and sizes of the images for linux/amd64 as Docker
 * Hub had them in July and September 2026 (docker-library/repo-info, repos/nginx/remote). For the
 * older versions the total is the one that kubelets reported for the tag; how it is divided among
 * the two large layers, and their digests, are ours. 1.14.2 and 1.16, which Kubernetes' own pages
 * and Helm's first chart name, are as Docker Hub had them in 2019.
 */

import { digestOf } from '#base/oci-digest';
import type { ImageConfig, ImageLayerConfig } from '#cluster/config/cluster-config';

const repository = 'docker.io/library/nginx';
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

interface Published {
  readonly tags: readonly string[];
  readonly version: string;
  readonly base: 'debian' | 'alpine';
  readonly digest: string;
  readonly imageId: string;
  readonly layers: readonly ImageLayerConfig[];
  /** Of before 1.19, when the image got its entrypoint script and the stop signal QUIT. */
  readonly isPlain?: true;
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
  older('1.25', '1.25.5', 71_005_258),
  older('1.21', '1.21.6', 56_746_739),
  {
    tags: ['1.16', '1.16.1'],
    version: '1.16.1',
    base: 'debian',
    digest: 'sha256:cb22d14cd20b05853084d23a5edd617b535b3743468b55a40a7e065ff50e8a5c',
    imageId: 'sha256:89749ed4f17d9e42cfe3182bc08ee5978f82aca2cb21ed09e0ba35dbb46bd875',
    layers: [
      layer('000eee12ec04cc914bf96e8f5dee7767510c2aca3816af6078bd9fbe3150920c', 27_092_654),
      layer('b93d1cdc319be0e34c1b43327a6704750eaf2d31649a9880a50a85e33a835f8e', 23_586_504),
      layer('acffb274864f044f80e86d7522fb54c7fd62dc5f923f6e48a860bc6151a2fc62', 204),
    ],
    isPlain: true,
  },
  {
    tags: ['1.16.0'],
    version: '1.16.0',
    base: 'debian',
    digest: 'sha256:3e373fd5b8d41baeddc24be311c5c6929425c04cabf893b874ac09b72a798010',
    imageId: 'sha256:ae893c58d83fe2bd391fbec97f5576c9a34fea55b4ee9daf15feb9620b14b226',
    layers: [
      layer('9fc222b64b0a005c742f1b50f03986a7f768d41434994430718917d88fefe567', 22_517_431),
      layer('30e9fc7d9c5bf599b163731f209c0d64efec30216fc4aed7d2b1b478676207c1', 22_297_471),
      layer('4b3a8aeaa40ebf9bc1c3e9f0d9f3a926831d3707bee39d38c97369f3072314fe', 201),
    ],
    isPlain: true,
  },
  {
    tags: ['1.14', '1.14.2'],
    version: '1.14.2',
    base: 'debian',
    digest: 'sha256:be2a723aecbed393ed454b3b394e3455441454788e3c17c08aaf9a75cbf61eca',
    imageId: 'sha256:047429a05f4ccd7ad72fcd9d2d48ec3aaebb97cb31403df47280534154fd466f',
    layers: [
      layer('5e6ec7f28fb77f84f64b8c29fcb0a746260563f5858315e3e9fcc4aee2844840', 22_500_707),
      layer('0356b89c6224aa42691d22d34b7c6241eff8906a8659903c02f9053d96c7b804', 22_204_957),
      layer('1796f6638eb3714424485e951ea80fb219d10c94687f4711f27169315d7ebd7f', 202),
    ],
    isPlain: true,
  },
];

export const nginxImages: readonly ImageConfig[] = published.map(
  ({ version, layers, isPlain, ...image }) => ({
    ...image,
    version,
    layers,
    repository,
    sizeBytes: layers.reduce((sum, { bytes }) => sum + bytes, 0),
    entrypoint: isPlain ? [] : ['/docker-entrypoint.sh'],
    command: ['nginx', '-g', 'daemon off;'],
    env: { PATH: path, NGINX_VERSION: version },
    program: 'nginx',
    ...(isPlain ? {} : { stopSignal: 'SIGQUIT' as const }),
  }),
);
