/**
 * Has the devices of a pod's claims prepared by their drivers, and gives them to its containers.
 *
 * Models kubernetes/pkg/kubelet/cm/dra manager.go and plugin/dra_plugin_manager.go. In: the pod,
 * its claims from the API server, the sockets of drivers. Out: the names of CDI devices for each
 * container, or why the pod cannot start; the slices of a driver that is gone are deleted.
 */
import { err, ok, type Result } from '#base/result';
import { type Duration, second } from '#base/sim-time';
import type { DraPlugin, NodePlugins, PreparedDevice } from '#cluster/node/os/node-plugins';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ResourceClaim } from '#k8s.io/api/resource/v1';
import { resourceClaims, resourceSlices } from '#k8s.io/client-go/rest/device-resources';
import {
  claimNameOf,
  isReservedForPod,
  ownerError,
} from '#k8s.io/dynamic-resource-allocation/resource-claim';
import { type Process, sleep } from '#sim/simulation';
import { podKey } from '../../container/names.ts';
import type { KubeletContext } from '../../kubelet-context.ts';
import type { DynamicResources } from './dynamic-resources.ts';

/** The plugin watcher handles what it found once a second. */
const registerDelay: Duration = second;
/** A driver that is updated is back by then. Source: draplugin wipingDelay. */
const wipingDelay: Duration = 30 * second;

/** The file dra_manager_state: claims that were prepared, and the pods that use them. */
interface ClaimInfo {
  readonly claim: { readonly namespace: string; readonly name: string; readonly uid: string };
  readonly pods: Set<string>;
  readonly byDriver: Map<string, readonly PreparedDevice[]>;
}

export class DraManager implements DynamicResources {
  readonly #context: KubeletContext;
  readonly #plugins: NodePlugins;
  readonly #registered = new Map<string, DraPlugin>();
  /** By UID of the claim. */
  readonly #claims: Map<string, ClaimInfo>;

  constructor(context: KubeletContext) {
    this.#context = context;
    this.#plugins = context.host.plugins;
    const { checkpoints } = context.host;
    const known = checkpoints.get('dra_manager_state') as Map<string, ClaimInfo> | undefined;
    this.#claims = known ?? new Map();
    checkpoints.set('dra_manager_state', this.#claims);
  }

  /** Watches the folder of sockets. */
  *run(): Process {
    const { sim } = this.#context;
    // A driver that ends tells it from its own process, which does nothing more.
    const own = sim.currentTask?.group;
    const watch = (driver: string): void => {
      sim.spawn(`plugin watcher ${driver}`, this.#reconcile(driver), own);
    };
    this.#plugins.changed = watch;
    for (const driver of this.#plugins.sockets.keys()) watch(driver);
    yield* sleep(0);
  }

  *prepare(pod: Pod): Process<string | undefined> {
    for (const entry of this.#context.sim.inTurn(pod.spec.resourceClaims ?? [])) {
      const named = claimNameOf(pod, entry);
      if (!named.ok) return `prepare dynamic resources: ${named.error}`;
      const { name, checkOwner } = named.value;
      if (name === undefined) continue;
      const failed = yield* this.#prepareClaim(pod, name, checkOwner);
      if (failed !== undefined) return `prepare dynamic resources: ${failed}`;
    }
    return undefined;
  }

  *#prepareClaim(pod: Pod, name: string, checkOwner: boolean): Process<string | undefined> {
    const { namespace, uid } = pod.metadata;
    const { client } = this.#context;
    const answer = yield* client.get<ResourceClaim>(resourceClaims, { namespace, name });
    if (!answer.ok) {
      const which = `failed to fetch ResourceClaim ${name} referenced by pod ${pod.metadata.name}`;
      return `${which}: ${answer.error.message}`;
    }
    const claim = answer.value;
    const foreign = checkOwner ? ownerError(pod, claim) : undefined;
    if (foreign !== undefined) return foreign;
    if (!isReservedForPod(pod, claim)) {
      const who = `pod ${pod.metadata.name} (${uid})`;
      return `${who} is not allowed to use ResourceClaim ${name} (${claim.metadata.uid})`;
    }
    const reference = { namespace, name, uid: claim.metadata.uid };
    const info: ClaimInfo = this.#claims.get(reference.uid) ?? {
      ...{ claim: reference, pods: new Set(), byDriver: new Map() },
    };
    this.#claims.set(reference.uid, info);
    info.pods.add(uid);
    for (const driver of driversOf(claim)) {
      if (info.byDriver.has(driver)) continue;
      const prepared = yield* this.#prepareWith(driver, pod, info);
      if (!prepared.ok) return prepared.error;
      info.byDriver.set(driver, prepared.value);
    }
    return undefined;
  }

  *#prepareWith(
    driver: string,
    pod: Pod,
    { claim }: ClaimInfo,
  ): Process<Result<readonly PreparedDevice[], string>> {
    const plugin = this.#registered.get(driver);
    if (plugin === undefined) return err(`DRA driver ${driver} is not registered`);
    const answer = yield* plugin.nodePrepareResources(claim);
    if (!answer.ok) {
      return err(`NodePrepareResources failed for ResourceClaim ${claim.name}: ${answer.error}`);
    }
    this.#emit('DynamicResourcesPrepared', driver, pod, claim.name, answer.value);
    return ok(answer.value);
  }

  *unprepare(pod: Pod): Process<string | undefined> {
    const { uid } = pod.metadata;
    for (const info of this.#context.sim.inTurn([...this.#claims.values()])) {
      if (!info.pods.has(uid)) continue;
      // The devices stay prepared for the other pods that share the claim.
      if (info.pods.size > 1) {
        info.pods.delete(uid);
        continue;
      }
      for (const [driver, devices] of [...info.byDriver]) {
        const plugin = this.#registered.get(driver);
        if (plugin === undefined) return `DRA driver ${driver} is not registered`;
        const answer = yield* plugin.nodeUnprepareResources(info.claim);
        if (!answer.ok) {
          const which = `ResourceClaim ${info.claim.name}`;
          return `NodeUnprepareResources failed for ${which}: ${answer.error}`;
        }
        info.byDriver.delete(driver);
        this.#emit('DynamicResourcesUnprepared', driver, pod, info.claim.name, devices);
      }
      this.#claims.delete(info.claim.uid);
    }
    return undefined;
  }

  /** Source: GetResources. */
  cdiDevices(pod: Pod, container: Container): readonly string[] {
    const found = (container.resources?.claims ?? []).flatMap(({ name, request }) => {
      const entry = pod.spec.resourceClaims?.find((one) => one.name === name);
      const named = entry && claimNameOf(pod, entry);
      const claim = named?.ok === true ? named.value.name : undefined;
      const { namespace } = pod.metadata;
      const info = [...this.#claims.values()].find(
        (one) => one.claim.name === claim && one.claim.namespace === namespace,
      );
      return [...(info?.byDriver.values() ?? [])].flat().flatMap((device) => {
        const names = device.requestNames.map((one) => one.replace(/\/.*/, ''));
        return request === undefined || names.includes(request) ? device.cdiDeviceIds : [];
      });
    });
    return [...new Set(found)];
  }

  /** A socket came or went. */
  *#reconcile(driver: string): Process {
    yield* sleep(registerDelay);
    const socket = this.#plugins.sockets.get(driver);
    if (socket === this.#registered.get(driver)) return;
    const { tracer, component, client, node } = this.#context;
    if (socket !== undefined) {
      this.#registered.set(driver, socket);
      tracer.emit({ type: 'DraPluginRegistered', component, driver });
      return;
    }
    this.#registered.delete(driver);
    yield* sleep(wipingDelay);
    if (this.#registered.has(driver)) return;
    const fieldSelector = `spec.nodeName=${node.name},spec.driver=${driver}`;
    yield* client.delete(resourceSlices, { query: { fieldSelector } });
  }

  #emit(
    type: 'DynamicResourcesPrepared' | 'DynamicResourcesUnprepared',
    driver: string,
    pod: Pod,
    claim: string,
    prepared: readonly PreparedDevice[],
  ): void {
    const { tracer, component } = this.#context;
    const { uid } = pod.metadata;
    const devices = prepared.map(({ device }) => device);
    tracer.emit({ type, component, pod: podKey(pod), uid, claim, driver, devices });
  }
}

const driversOf = ({ status }: ResourceClaim): ReadonlySet<string> =>
  new Set((status?.allocation?.devices?.results ?? []).map(({ driver }) => driver));
