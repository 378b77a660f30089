/**
 * The local path provisioner: makes a volume in a folder of the node that a claim's pod was given,
 * and deletes it when its claim is gone.
 *
 * Models rancher/local-path-provisioner provisioner.go with the library
 * sig-storage-lib-external-provisioner controller.go. In: claims and volumes. Out:
 * PersistentVolumes with a hostPath and the node's name as their affinity, and Events of claims.
 */
import { seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { PersistentVolume, PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import type { StorageClass } from '#k8s.io/api/storage/v1';
import { isAlreadyExists, isNotFound } from '#k8s.io/apimachinery/errors';
import {
  persistentVolumeClaims,
  persistentVolumes,
  storageClasses,
} from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';

const provisioner = 'rancher.io/local-path';
const folder = '/opt/local-path-provisioner';
const selectedNode = 'volume.kubernetes.io/selected-node';
const storageProvisioner = 'volume.kubernetes.io/storage-provisioner';
const provisionedBy = 'pv.kubernetes.io/provisioned-by';
/** Before a failed request is sent again. */
const retryAfter = seconds(1);

/** A claim to make a volume for, or a volume to delete. */
type Work = { readonly claim: string } | { readonly volume: string };

export interface LocalPathOptions {
  /** Credentials of its service account. */
  readonly rest: RestConfig;
  readonly out: (text: string) => void;
  /** Its pod: `local-path-provisioner-…`, which events name. */
  readonly pod: string;
}

export class LocalPathProvisioner {
  readonly #env: Environment;
  readonly #options: LocalPathOptions;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #informers: SharedInformerFactory;
  readonly #claims: SharedInformer<PersistentVolumeClaim>;
  readonly #volumes: SharedInformer<PersistentVolume>;
  readonly #classes: SharedInformer<StorageClass>;
  readonly #work: Channel<Work>;

  constructor(env: Environment, options: LocalPathOptions) {
    const { sim, tracer } = env;
    this.#env = env;
    this.#options = options;
    this.#client = new RestClient(sim, tracer, options.rest);
    const component = `${provisioner}_${options.pod}`;
    this.#recorder = new EventRecorder(env, this.#client, { component, api: 'core' });
    const prng = env.prng.fork(`local-path-provisioner/${options.pod}`);
    this.#informers = new SharedInformerFactory(sim, tracer, this.#client, prng);
    this.#claims = this.#informers.forResource<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#volumes = this.#informers.forResource<PersistentVolume>(persistentVolumes);
    this.#classes = this.#informers.forResource<StorageClass>(storageClasses);
    this.#work = new Channel(sim);
    const claimed = (claim: PersistentVolumeClaim): void => {
      if (isWanted(claim)) this.#work.send({ claim: keyOf(claim) });
    };
    this.#claims.addEventHandler({ onAdd: claimed, onUpdate: (_old, claim) => claimed(claim) });
    const released = (volume: PersistentVolume): void => {
      if (isDone(volume)) this.#work.send({ volume: volume.metadata.name });
    };
    this.#volumes.addEventHandler({ onAdd: released, onUpdate: (_old, one) => released(one) });
  }

  /** Runs until its process ends. */
  *run(): Process<number> {
    const { sim } = this.#env;
    sim.spawn('events', this.#recorder.run());
    this.#informers.start();
    yield* sim.asideProcess(this.#informers.waitForCacheSync());
    this.#options.out('Started provisioner controller rancher.io/local-path\n');
    for (;;) {
      const work = yield* this.#work.receive();
      if (work === undefined) return 0;
      if ('claim' in work) yield* this.#provision(work.claim);
      else yield* this.#delete(work.volume);
    }
  }

  /** Source: provisionClaimOperation. */
  *#provision(key: string): Process {
    const claim = this.#claims.lister.get(key);
    if (claim === undefined || !isWanted(claim)) return;
    const storageClass = this.#classes.lister.get(claim.spec.storageClassName ?? '');
    const name = `pvc-${claim.metadata.uid}`;
    if (storageClass === undefined || this.#volumes.lister.get(name) !== undefined) return;
    const why = `External provisioner is provisioning volume for claim "${key}"`;
    this.#recorder.event(claim, 'Normal', 'Provisioning', why);
    const node = claim.metadata.annotations?.[selectedNode];
    if (node === undefined) {
      const failed = `failed to provision volume with StorageClass "${storageClass.metadata.name}"`;
      const message = `${failed}: configuration error, no node was specified`;
      this.#recorder.event(claim, 'Warning', 'ProvisioningFailed', message);
      return;
    }
    const made = yield* this.#client.create<PersistentVolume>(
      persistentVolumes,
      volumeFor(claim, storageClass, node),
      {},
    );
    if (made.ok || isAlreadyExists(made.error)) {
      this.#options.out(`Volume ${name} has been created on ${node}:${pathOf(claim)}\n`);
      const message = `Successfully provisioned volume ${name}`;
      this.#recorder.event(claim, 'Normal', 'ProvisioningSucceeded', message);
      return;
    }
    yield* sleep(retryAfter);
    this.#work.send({ claim: key });
  }

  /** Source: deleteVolumeOperation. */
  *#delete(name: string): Process {
    const volume = this.#volumes.lister.get(name);
    if (volume === undefined || !isDone(volume)) return;
    const deleted = yield* this.#client.delete(persistentVolumes, { name });
    if (deleted.ok || isNotFound(deleted.error)) {
      this.#options.out(`Volume ${name} has been deleted on ${volume.spec.hostPath?.path}\n`);
      return;
    }
    yield* sleep(retryAfter);
    this.#work.send({ volume: name });
  }
}

const keyOf = ({ metadata }: PersistentVolumeClaim): string =>
  `${metadata.namespace}/${metadata.name}`;

/** Source: shouldProvision: the binder has asked this provisioner, and there is no volume yet. */
const isWanted = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  (spec.volumeName ?? '') === '' &&
  metadata.deletionTimestamp === undefined &&
  metadata.annotations?.[storageProvisioner] === provisioner;

/** Source: shouldDelete. */
const isDone = ({ metadata, spec, status }: PersistentVolume): boolean =>
  metadata.annotations?.[provisionedBy] === provisioner &&
  metadata.deletionTimestamp === undefined &&
  spec.persistentVolumeReclaimPolicy === 'Delete' &&
  status?.phase === 'Released';

const pathOf = ({ metadata }: PersistentVolumeClaim): string =>
  `${folder}/pvc-${metadata.uid}_${metadata.namespace}_${metadata.name}`;

/** Source: provisioner.go provisionFor. */
function volumeFor(claim: PersistentVolumeClaim, storageClass: StorageClass, node: string) {
  const { name, namespace, uid, resourceVersion } = claim.metadata;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: `pvc-${uid}`,
      annotations: {
        'local.path.provisioner/selected-node': node,
        [provisionedBy]: provisioner,
      },
    },
    spec: {
      accessModes: claim.spec.accessModes,
      capacity: { storage: claim.spec.resources?.requests?.['storage'] },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        name,
        namespace,
        uid,
        resourceVersion,
      },
      hostPath: { path: pathOf(claim), type: 'DirectoryOrCreate' },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            {
              matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }],
            },
          ],
        },
      },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      volumeMode: claim.spec.volumeMode,
    },
  };
}
