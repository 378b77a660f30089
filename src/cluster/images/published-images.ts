/**
 * Published images whose programs run here: digests, layers and sizes for linux/amd64 as Docker Hub
 * had them between July and September 2026 (docker-library/repo-info,
 * repos/NAME/remote/latest.md). The older tags are held to be as large; their digests and last
 * version numbers are ours.
 */

import { digestOf } from '#base/oci-digest';
import type { ImageConfig } from '#cluster/config/cluster-config';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

interface Published extends Pick<ImageConfig, 'entrypoint' | 'command' | 'program'> {
  readonly name: string;
  readonly digest: string;
  readonly imageId: string;
  readonly layers: readonly (readonly [string, number])[];
  readonly env: Readonly<Record<string, string>>;
  /** The variable that names the version of the program. */
  readonly versionIn?: string;
  readonly latest: { readonly tags: readonly string[]; readonly version: string };
  /** Version by tag. */
  readonly older: Readonly<Record<string, string>>;
  /** What differs from an image of busybox that runs as root. */
  readonly more: Partial<ImageConfig>;
}

const httpd: Published = {
  name: 'httpd',
  digest: '3a1e0bbe28c4673a03b7a3fbc71a56325eacb1a8d11c1ad696fbf9678f07febd',
  imageId: '92605b8e63296cc3f7f0a421d627b570a4278458b24b956de7de3bb282e24349',
  layers: [
    ['6b37362b3da78869050b894b799ad4df04f1f3b52774087db0d81151570244c8', 29_830_418],
    ['6db0cf540580aa8f0b3a277f0a3be3a69e25eed5d29d42fb70945a96435077be', 145],
    ['4f4fb700ef54461cfa02571ae0db9a0dc1e0cdb5577484a6d75e68dc38e8acc1', 32],
    ['2f4636dca22684179caab4ba0e071a0171aef880645944cc045ec9491c2f4451', 2_008_639],
    ['1320c4426edffd04bccd36632e7ae850afbcd5197edb8c82bfa336e147dbd435', 13_453_247],
    ['7a3bdd751d957324fe93e08b540c88e6d1f69f221b6740aa55d7aa80e61fb9fa', 292],
  ],
  entrypoint: [],
  command: ['httpd-foreground'],
  env: { PATH: `/usr/local/apache2/bin:${path}`, HTTPD_PREFIX: '/usr/local/apache2' },
  versionIn: 'HTTPD_VERSION',
  latest: { tags: ['latest', '2', '2.4', '2.4.68'], version: '2.4.68' },
  older: { alpine: '2.4.68' },
  program: 'apache',
  more: { base: 'debian', workingDir: '/usr/local/apache2', stopSignal: 'SIGWINCH' },
};

const postgres: Published = {
  name: 'postgres',
  digest: '0377e72c5289ed2f98cf61b1a9c2db9eb9d300317fe14244492fbc94343b3d04',
  imageId: '662db3da228c2ea2649b3ae04db4b4479e85fea5979f6a917a7f6d5cb1e7ec39',
  layers: [
    ['6b37362b3da78869050b894b799ad4df04f1f3b52774087db0d81151570244c8', 29_830_418],
    ['646f8088ba62f8210d5051c82da5008ed30cbc6430ea14a639097d3198c64801', 1167],
    ['61c7e2f79e69a785e9b1b3109f7fdc478b95172987dc6e13a686aca284464743', 6_443_022],
    ['4640014a8e8825dcbd114cad5aac7caafdac3ea2c7b83f5fbdf5397b1dbf9bd0', 1_256_766],
    ['21e9cf2c46c2075ac039510aa6db6ce7f3489b29aff2ed50c9690e82b9a5d747', 8_203_833],
    ['7ee6b8b2d25988a317c9443c18cc92ed31e7b44a6d17d684ce73da16256ecda4', 1_311_722],
    ['580a6c126420b6325dd7753fe724f13d695891062014559c6d248d35ce998b9a', 116],
    ['41837be3e54de999ce003863e6dd8e3277ef73edbf81552c8ff04bc3f2a9a44e', 3138],
    ['bba753ffc208568fc94d34ee3ce93b8631b8651412d8dcc3839cf9724561f2c8', 115_397_538],
    ['0e422c951642266793140d4d7a55962d74906cf8785c7eb0c518d26ca1b7c5bf', 19_418],
    ['dc5a76842a4c902d152f70802f0e46f23e4315b78d2397d9b64ab226e7f3d341', 128],
    ['5696a7190adff79a2d3b424975302cd8c201057256a6842eef7045331e07d277', 6108],
    ['3b0757c8de7f6e37bf2af30ccfcdaa8a2cf0a9a21e9b9ae56144ac84b00e0574', 186],
  ],
  entrypoint: ['docker-entrypoint.sh'],
  command: ['postgres'],
  env: { PATH: path, LANG: 'en_US.utf8' },
  latest: { tags: ['latest', '18', '18.6'], version: '18.6' },
  older: { '17': '17.10', '16': '16.14', alpine: '18.6' },
  program: 'postgres',
  more: { base: 'debian', stopSignal: 'SIGINT' },
};

const python: Published = {
  name: 'python',
  digest: '779838536f5a0d42d150edbf59fcb08af24fd21b3dd6af7f308dbadcbb6ff3cc',
  imageId: '691aea61c5aab0beca3e65c93e8cd94ce2c1beaf1ad83ffb545fbfc40cd34566',
  layers: [
    ['27ee9a8250487842a26b1ffa1215982ba9ae27010bce1997d52f9f8628578d17', 49_337_828],
    ['00f78834a2fef03250be89a7741ff39d0e6bbd860298ea129a84ce5eadda1f6d', 25_639_590],
    ['cbc19164244e861d91ebd80a17e2c78c5be43a8059a32ab6fc459a92002b22f2', 67_800_074],
    ['44fed46b68cf907ddf6afb6bc4211842f016a0876b02fc27912582de4c2fed3b', 236_338_551],
    ['e57589e7378368377a3c875b7eeb0e7979e2b40eb699302b53a84bb278a61cf4', 6_092_327],
    ['7d973fba4a671df7ebaab6a756d0e633185b219e93138961e5871734dd105c49', 29_758_423],
    ['3d3e89965547acc2b4813c775fcd12fb4989178f5a37f8f5fd06dc4c49d259d8', 250],
  ],
  entrypoint: [],
  command: ['python3'],
  env: { PATH: path },
  versionIn: 'PYTHON_VERSION',
  latest: { tags: ['latest', '3', '3.14', '3.14.7'], version: '3.14.7' },
  older: { '3.13': '3.13.9', '3.12': '3.12.12' },
  program: 'python',
  more: { base: 'debian' },
};

const node: Published = {
  name: 'node',
  digest: '3d156c5a4948eb7b0f281b2300175950ded96fc5516ee537e9bfbb8ad8a8b3ef',
  imageId: '2f49a06759a843e2cadcadc1b61d5ffe525645904c1c59fb0e4c5e44eb4e74ad',
  layers: [
    ['aa3e9ef32f73c30e8b065800ee66429992d3bfea6a1fb8224afdd878ab5b994f', 49_317_255],
    ['3f59c84a786323367a79d4959142649bb24b16c989bbaae7f273550b47325959', 25_634_938],
    ['30d0db852850114cc79598cc8ab1ec19da54691d9e3267288bb3458d7488f125', 67_778_134],
    ['0252e6abaf0ff12562710faa97dc617e372a424bf144947f39dcb38700423e9f', 236_248_824],
    ['03cd38be8291394d00f89eb68fb7e79c6ae30c0815711f4babf16d2d5cc19e79', 3329],
    ['1a5230edbb6b3b636a2f1dc144243fe4dee9fa40394c3bc7bb116dd7378b6cf0', 63_411_295],
    ['b3b166f5d4b281b22268295ba63bec484411828341c60682f37dccceb9d18f6c', 446],
  ],
  entrypoint: ['docker-entrypoint.sh'],
  command: ['node'],
  env: { PATH: path },
  versionIn: 'NODE_VERSION',
  latest: { tags: ['latest', '26', '26.5.0'], version: '26.5.0' },
  older: { '24': '24.10.0', '22': '22.21.0' },
  program: 'node',
  more: { base: 'debian' },
};

const debian: Published = {
  name: 'debian',
  digest: 'd8f17b92dc7ff10f9c1fdecab0ad21103d1d24aed823c3a0359e4f50adfab3eb',
  imageId: '826a5616954ee645ca5c165d4c8c960d4d8d444347838cf7bdc1ac555385358b',
  layers: [['1da3cb2f93f2ca3c5bdaf4c024a7f1ebd717938d20c858e4be4b9aa81fc8608c', 49_312_314]],
  entrypoint: [],
  command: ['bash'],
  env: { PATH: path },
  latest: { tags: ['latest', '13', 'trixie'], version: '13.6' },
  older: {},
  program: 'sh',
  more: { base: 'debian' },
};

const helloWorld: Published = {
  name: 'hello-world',
  digest: 'd1a8d0a4eeb63aff09f5f34d4d80505e0ba81905f36158cc3970d8e07179e59e',
  imageId: 'e2ac70e7319a02c5a477f5825259bd118b94e8b02c279c67afa63adab6d8685b',
  layers: [['4f55086f7dd096d48b0e49be066971a8ed996521c2e190aa21b2435a847198b4', 2415]],
  entrypoint: [],
  command: ['/hello'],
  env: { PATH: path },
  latest: { tags: ['latest', 'linux'], version: '' },
  older: {},
  program: 'hello-world',
  more: {},
};

function imagesOf(image: Published): readonly ImageConfig[] {
  const { name, digest, imageId, entrypoint, command, program, latest, older, more } = image;
  const repository = `docker.io/library/${name}`;
  const base = {
    repository,
    sizeBytes: image.layers.reduce((sum, [, bytes]) => sum + bytes, 0),
    layers: image.layers.map(([sha, bytes]) => ({ digest: `sha256:${sha}`, bytes })),
    entrypoint,
    command,
    program,
    ...more,
  };
  const envOf = (version: string) => ({
    ...image.env,
    ...(image.versionIn !== undefined && { [image.versionIn]: version }),
    ...(name === 'postgres' && postgresEnv(version)),
  });
  return [
    {
      ...base,
      tags: latest.tags,
      version: latest.version,
      digest: `sha256:${digest}`,
      imageId: `sha256:${imageId}`,
      env: envOf(latest.version),
    },
    ...Object.entries(older).map(([tag, version]) => ({
      ...base,
      tags: [tag],
      version,
      digest: digestOf(`manifest ${repository}:${tag}`),
      imageId: digestOf(`configuration ${repository}:${tag}`),
      env: envOf(version),
    })),
  ];
}

/** Since 18 each major version has a folder of its own. */
function postgresEnv(version: string): Readonly<Record<string, string>> {
  const [major = ''] = version.split('.');
  const data = '/var/lib/postgresql';
  return {
    PATH: `${path}:/usr/lib/postgresql/${major}/bin`,
    PG_MAJOR: major,
    PG_VERSION: `${version}-1.pgdg13+2`,
    PGDATA: Number(major) >= 18 ? `${data}/${major}/docker` : `${data}/data`,
  };
}

export const publishedImages: readonly ImageConfig[] = [
  httpd,
  postgres,
  python,
  node,
  debian,
  helloWorld,
].flatMap(imagesOf);
