/**
 * What the simulated registry holds. Anything else is not found.
 *
 * `images` is what a person pulls: published images. `recordedImages` is what the registry beside
 * the recorded cluster held: there, `nginx` was a small busybox server under that name.
 */

import { digestOf } from '#base/oci-digest';
import type { ImageConfig } from '#cluster/config/cluster-config';
import { everydayImages } from './everyday-images.ts';
import { nginxImages } from './nginx-images.ts';
import { publishedImages } from './published-images.ts';
import { redisImages } from './redis-images.ts';
import { testImages } from './test-images.ts';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The server that the recorded cluster knew as nginx. */
const recordedNginx = (
  tag: string,
  sizeBytes: number,
  digest: string,
  imageId: string,
): ImageConfig => ({
  repository: 'docker.io/library/nginx',
  tags: [tag],
  sizeBytes,
  digest: `sha256:${digest}`,
  imageId: `sha256:${imageId}`,
  entrypoint: [],
  command: ['/bin/httpd', '-f', '-p', '80', '-h', '/www'],
  env: { PATH: path },
  program: 'httpd',
});

const busybox: ImageConfig = {
  repository: 'docker.io/library/busybox',
  tags: ['latest', '1.36'],
  sizeBytes: 1_143_752,
  digest: 'sha256:a77dec7ee6285d3f9555b265ae699310cbc7c3ae8956ee6e0ecfda3f770d80da',
  imageId: 'sha256:896d958c062afde59dc1e278c57d61883183943609797f7deb191ed049c40f83',
  entrypoint: [],
  command: ['/bin/sh'],
  env: { PATH: path },
  program: 'sh',
};

const pause: ImageConfig = {
  repository: 'registry.k8s.io/pause',
  tags: ['3.10.1'],
  sizeBytes: 341_569,
  digest: 'sha256:d4076d4b6ed14777857e0ae1b558de2935fc32e350d01ed2041048f0a3e73597',
  imageId: 'sha256:aedc67551a26307eedd3b7e6e08cd64651da09d5f49b6883ae92c32ec142584a',
  entrypoint: ['/pause'],
  command: [],
  env: { PATH: path },
  program: 'pause',
};

const coredns: ImageConfig = {
  repository: 'registry.k8s.io/coredns/coredns',
  tags: ['v1.14.2'],
  sizeBytes: 23_553_139,
  digest: digestOf('manifest registry.k8s.io/coredns/coredns:v1.14.2'),
  imageId: digestOf('configuration registry.k8s.io/coredns/coredns:v1.14.2'),
  entrypoint: ['/coredns'],
  command: [],
  env: { PATH: path },
  program: 'coredns',
};

/** Alpine with the program of the Kubernetes tests; `test-images.ts` has the newer ones. */
const agnhost: ImageConfig = {
  repository: 'registry.k8s.io/e2e-test-images/agnhost',
  tags: ['2.53'],
  sizeBytes: 52_800_335,
  digest: 'sha256:99c6b4bb4a1e1df3f0b3752168c89358794d02258ebebc26bf21c29399011a85',
  imageId: digestOf('configuration registry.k8s.io/e2e-test-images/agnhost:2.53'),
  entrypoint: ['/agnhost'],
  command: ['pause'],
  env: { PATH: path },
  program: 'agnhost',
};

const metricsServer: ImageConfig = {
  repository: 'registry.k8s.io/metrics-server/metrics-server',
  tags: ['v0.8.0'],
  sizeBytes: 22_541_921,
  digest: 'sha256:89258156d0e9af60403eafd44da9676fd66f600c7934d468ccc17e42b199aee2',
  imageId: digestOf('configuration registry.k8s.io/metrics-server/metrics-server:v0.8.0'),
  entrypoint: ['/metrics-server'],
  command: [],
  env: { PATH: path },
  program: 'metrics-server',
};

const localPathProvisioner: ImageConfig = {
  repository: 'docker.io/rancher/local-path-provisioner',
  tags: ['v0.0.32'],
  sizeBytes: 22_900_000,
  digest: digestOf('manifest docker.io/rancher/local-path-provisioner:v0.0.32'),
  imageId: digestOf('configuration docker.io/rancher/local-path-provisioner:v0.0.32'),
  entrypoint: ['/usr/bin/local-path-provisioner'],
  command: [],
  env: { PATH: path },
  program: 'local-path-provisioner',
};

/** Each cloud builds its own: this one is of the cloud of this simulator. */
const cloudControllerManager: ImageConfig = {
  repository: 'cloud.example/cloud-controller-manager',
  tags: ['v1.36.3'],
  sizeBytes: 24_800_000,
  digest: digestOf('manifest cloud.example/cloud-controller-manager:v1.36.3'),
  imageId: digestOf('configuration cloud.example/cloud-controller-manager:v1.36.3'),
  entrypoint: ['/bin/cloud-controller-manager'],
  command: [],
  env: { PATH: path },
  program: 'cloud-controller-manager',
};

const ingressNginx: ImageConfig = {
  repository: 'registry.k8s.io/ingress-nginx/controller',
  tags: ['v1.14.0'],
  sizeBytes: 117_000_000,
  digest: digestOf('manifest registry.k8s.io/ingress-nginx/controller:v1.14.0'),
  imageId: digestOf('configuration registry.k8s.io/ingress-nginx/controller:v1.14.0'),
  entrypoint: ['/usr/bin/dumb-init', '--'],
  command: ['/nginx-ingress-controller'],
  env: { PATH: path },
  program: 'nginx-ingress-controller',
};

const traefik: ImageConfig = {
  repository: 'docker.io/library/traefik',
  tags: ['v3.8.0'],
  sizeBytes: 51_200_000,
  digest: digestOf('manifest docker.io/library/traefik:v3.8.0'),
  imageId: digestOf('configuration docker.io/library/traefik:v3.8.0'),
  entrypoint: ['/entrypoint.sh'],
  command: ['traefik'],
  env: { PATH: path },
  program: 'traefik',
};

const calicoNode: ImageConfig = {
  repository: 'docker.io/calico/node',
  tags: ['v3.30.2'],
  sizeBytes: 156_000_000,
  digest: digestOf('manifest docker.io/calico/node:v3.30.2'),
  imageId: digestOf('configuration docker.io/calico/node:v3.30.2'),
  entrypoint: ['calico-node'],
  command: [],
  env: { PATH: path },
  program: 'calico-node',
};

const draExampleDriver: ImageConfig = {
  repository: 'registry.k8s.io/dra-example-driver/dra-example-driver',
  tags: ['v0.2.1'],
  sizeBytes: 40_100_000,
  digest: digestOf('manifest registry.k8s.io/dra-example-driver/dra-example-driver:v0.2.1'),
  imageId: digestOf('configuration registry.k8s.io/dra-example-driver/dra-example-driver:v0.2.1'),
  entrypoint: [],
  command: ['dra-example-kubeletplugin'],
  env: { PATH: path },
  program: 'dra-example-kubeletplugin',
};

const hpaExample: ImageConfig = {
  repository: 'registry.k8s.io/hpa-example',
  tags: ['latest'],
  sizeBytes: 199_571_218,
  digest: 'sha256:581697a37f0e136db86d6b30392f0db40ce99c8248a7044c770012f4e8491544',
  imageId: digestOf('configuration registry.k8s.io/hpa-example:latest'),
  entrypoint: [],
  command: ['apache2-foreground'],
  env: { PATH: path },
  program: 'hpa-example',
};

const others: readonly ImageConfig[] = [
  busybox,
  coredns,
  agnhost,
  metricsServer,
  localPathProvisioner,
  cloudControllerManager,
  ingressNginx,
  traefik,
  draExampleDriver,
  calicoNode,
  hpaExample,
  pause,
  ...everydayImages,
  ...publishedImages,
];

/** Published images, as a person finds them. */
export const images: readonly ImageConfig[] = [
  ...nginxImages,
  ...redisImages,
  ...others,
  ...testImages,
];

/** What the recorded cluster pulled. */
export const recordedImages: readonly ImageConfig[] = [
  recordedNginx(
    'latest',
    1_143_855,
    'dd5536a7078f1bdc405a219a46918bdcad3d3ce3cabc83c41467647242f3cf80',
    '6c68738d6cb79d33bd02e6a2b3b6a7486529f0ff51ffeb42a76098da59ffaa1c',
  ),
  recordedNginx(
    '1.27',
    1_143_853,
    'ed3c292f3262c15857f444fbf665364c4d1d4efd0133544f7dd48bff1a9dcc70',
    '5b6b0963bf11580b9f1a0402ad3c0279ae8181390ec6fa3167ec40ecda972b99',
  ),
  recordedNginx(
    '1.28',
    1_143_853,
    '3b00358beead034d99a6da7ad6a3b15ecb574f7b2185512064cf0f8bfb13e276',
    '8fcdcd889c1a6ac2254960a43073b21feeba5b61487152b64ce6ec8320e2888e',
  ),
  recordedNginx(
    '1.29',
    1_143_853,
    'a2bddf1572cc9b6bd12bb5c90d3a7bb9b6c8bd47aff6672827f22cbe7d405890',
    '7e9b206617c6f23735c336787c4d249100bd3c35aee1bdba1409f37e6f8eec66',
  ),
  ...others,
];
