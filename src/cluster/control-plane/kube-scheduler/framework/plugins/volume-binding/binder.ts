/**
 * Decides which volumes a pod's waiting claims get on a node, reserves them, and waits for their
 * binding before the pod is bound.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/volumebinding/binder.go. The volume controller
 * does the binding; this file writes its input and waits.
 */
import { defined } from '#base/defined';
import { type Duration, second } from '#base/sim-time';
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import type { StorageClass } from '#k8s.io/api/storage/v1';
import { persistentVolumeClaims, persistentVolumes } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Listers } from '../../../listers.ts';
import { classNameOf, findMatchingVolume } from './find-matching-volume.ts';

const selectedNode = 'volume.kubernetes.io/selected-node';
const boundByController = 'pv.kubernetes.io/bound-by-controller';
const bindCompleted = 'pv.kubernetes.io/bind-completed';
const noProvisioner = 'kubernetes.io/no-provisioner';

const bindTimeout: Duration = 600 * second;
const pollInterval: Duration = second;

/** The volumes of a node for the claims of a pod. */
export interface PodVolumes {
  readonly bindings: readonly {
    readonly volume: PersistentVolume;
    readonly claim: PersistentVolumeClaim;
  }[];
  readonly provisions: readonly PersistentVolumeClaim[];
}

const claimKey = ({ metadata }: PersistentVolumeClaim): string =>
  `${metadata.namespace}/${metadata.name}`;

/** Source: IsPVCFullyBound. */
export const isFullyBound = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  (spec?.volumeName ?? '') !== '' && metadata.annotations?.[bindCompleted] !== undefined;

export class VolumeBinder {
  readonly #sim: Simulation;
  readonly #client: RestClient;
  readonly #listers: Listers;
  /** Assumed volumes with their claims, not yet written to the API server. */
  readonly #assumed = new Map<string, string>();

  constructor(sim: Simulation, client: RestClient, listers: Listers) {
    this.#sim = sim;
    this.#client = client;
    this.#listers = listers;
  }

  /** Whether the claim is only bound once a pod needs it. Source: IsDelayBindingMode. */
  waitsForConsumer(claim: PersistentVolumeClaim): boolean {
    return this.#classOf(claim)?.volumeBindingMode === 'WaitForFirstConsumer';
  }

  /** Volumes for all of these claims on a node; `undefined`: there are not enough. */
  find(claims: readonly PersistentVolumeClaim[], node: Node): PodVolumes | undefined {
    const volumes = this.#listers.persistentVolumes.list();
    const taken = new Set<string>();
    const bindings: { volume: PersistentVolume; claim: PersistentVolumeClaim }[] = [];
    const provisions: PersistentVolumeClaim[] = [];
    for (const claim of claims) {
      const chosen = claim.metadata.annotations?.[selectedNode];
      if (chosen !== undefined && chosen !== node.metadata.name) return undefined;
      const promised = this.#promisedToOthers(claim);
      const volume =
        chosen === undefined
          ? findMatchingVolume(claim, volumes, node, new Set([...taken, ...promised]))
          : undefined;
      if (volume !== undefined) {
        taken.add(volume.metadata.name);
        bindings.push({ volume, claim });
      } else if (this.#canProvision(claim, node)) provisions.push(claim);
      else return undefined;
    }
    return { bindings, provisions };
  }

  /** Source: AssumePodVolumes. */
  assume({ bindings }: PodVolumes): void {
    for (const { volume, claim } of bindings) {
      this.#assumed.set(volume.metadata.name, claimKey(claim));
    }
  }

  revert({ bindings }: PodVolumes): void {
    for (const { volume } of bindings) this.#assumed.delete(volume.metadata.name);
  }

  /** Writes the decision and waits until every claim is bound; returns the error text. */
  *bind({ bindings, provisions }: PodVolumes, pod: Pod, node: string): Process<string | undefined> {
    for (const { volume, claim } of this.#sim.inTurn(bindings)) {
      const failed = yield* this.#reserve(volume, claim);
      if (failed !== undefined) return failed;
    }
    for (const claim of this.#sim.inTurn(provisions)) {
      const failed = yield* this.#selectNode(claim, node);
      if (failed !== undefined) return failed;
    }
    const keys = [...bindings.map(({ claim }) => claim), ...provisions].map(claimKey);
    const deadline = this.#sim.now + bindTimeout;
    while (this.#sim.now < deadline) {
      yield* sleep(pollInterval);
      const claims = keys.map((key) => this.#listers.persistentVolumeClaims.get(key));
      const missing = keys[claims.indexOf(undefined)];
      if (missing !== undefined) {
        return `binding volumes: persistentvolumeclaim "${missing.split('/')[1]}" not found`;
      }
      if (claims.every((claim) => claim !== undefined && isFullyBound(claim))) return undefined;
    }
    return `binding volumes: context deadline exceeded (pod ${pod.metadata.name})`;
  }

  #classOf(claim: PersistentVolumeClaim): StorageClass | undefined {
    return this.#listers.storageClasses.get(classNameOf(claim));
  }

  #promisedToOthers(claim: PersistentVolumeClaim): readonly string[] {
    const own = claimKey(claim);
    return [...this.#assumed].filter(([, of]) => of !== own).map(([name]) => name);
  }

  /** Source: checkVolumeProvisions. */
  #canProvision(claim: PersistentVolumeClaim, node: Node): boolean {
    const storageClass = this.#classOf(claim);
    if (storageClass === undefined || storageClass.provisioner === '') return false;
    if (storageClass.provisioner === noProvisioner) return false;
    const topologies = storageClass.allowedTopologies ?? [];
    const { labels } = node.metadata;
    return (
      topologies.length === 0 ||
      topologies.some(({ matchLabelExpressions = [] }) =>
        matchLabelExpressions.every(({ key, values }) => values.includes(labels?.[key] ?? '')),
      )
    );
  }

  /** Source: GetBindVolumeToClaim. */
  *#reserve(volume: PersistentVolume, claim: PersistentVolumeClaim): Process<string | undefined> {
    if (volume.spec.claimRef?.uid === claim.metadata.uid) return undefined;
    const { name, namespace, uid, resourceVersion } = claim.metadata;
    const claimRef = {
      kind: 'PersistentVolumeClaim',
      namespace,
      name,
      uid,
      apiVersion: 'v1',
      resourceVersion,
    };
    const annotations =
      volume.spec.claimRef === undefined
        ? { ...volume.metadata.annotations, [boundByController]: 'yes' }
        : volume.metadata.annotations;
    const body: PersistentVolume = {
      ...volume,
      metadata: { ...volume.metadata, ...defined({ annotations }) },
      spec: { ...volume.spec, claimRef },
    };
    const target = { name: volume.metadata.name };
    const answer = yield* this.#client.update(persistentVolumes, body, target);
    return answer.ok ? undefined : `binding volumes: ${answer.error.message ?? ''}`;
  }

  *#selectNode(claim: PersistentVolumeClaim, node: string): Process<string | undefined> {
    if (claim.metadata.annotations?.[selectedNode] === node) return undefined;
    const { namespace, name } = claim.metadata;
    const annotations = { ...claim.metadata.annotations, [selectedNode]: node };
    const body = { ...claim, metadata: { ...claim.metadata, annotations } };
    const answer = yield* this.#client.update(persistentVolumeClaims, body, { namespace, name });
    return answer.ok ? undefined : `binding volumes: ${answer.error.message ?? ''}`;
  }
}
