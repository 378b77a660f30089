/**
 * The served custom resources, and how they are added and removed.
 *
 * Models k8s.io/apiextensions-apiserver pkg/apiserver customresource_handler.go (crdHandler) and
 * customresource_discovery_controller.go. In: definitions as the watch cache shows them. Out: the
 * resource of a path, storages in the registry, and additions to discovery.
 */
import { must } from '#base/assert';
import { type Duration, parseRfc3339, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '#k8s.io/api/apiextensions/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeList, KubeObject, Table } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';
import { customResourceDefinitions } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { Channel } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { AdmissionEnvironment } from '../admission/admission.ts';
import { ResourceStorage } from '../registry/resource-storage.ts';
import type { RestStorage } from '../registry/rest-storage.ts';
import type { Store } from '../registry/store.ts';
import type { Conversion } from '../registry/store-options.ts';
import type { AnyStrategy } from '../registry/strategy.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import { conditionOf, isTrue } from './conditions.ts';
import { DefinitionControllers } from './controllers.ts';
import { ConvertedStorage } from './converted-storage.ts';
import { customTable } from './custom-columns.ts';
import { type CustomResourceInfo, resourceInfoOf } from './custom-resource-info.ts';
import {
  customConversion,
  customStrategy,
  shapedBy,
  storedAsSent,
} from './custom-resource-strategy.ts';
import { CustomScaleStorage } from './custom-scale.ts';
import { RuleCompiler } from './rules.ts';
import { webhookConverter } from './webhook-converter.ts';

const { group, version, resource } = customResourceDefinitions;
export const definitions: ResourceInfo = must(
  resourceFor(group, version, resource),
  'definitions are served',
);

const finalizerRetry = seconds(5);
const settling = seconds(2);

/** Adds a new resource to the registry. */
export interface Installer {
  install(
    resource: ResourceInfo,
    strategy: AnyStrategy,
    conversion: Conversion,
    parts: {
      readonly whole: (store: Store) => ResourceStorage;
      readonly scale: ((whole: ResourceStorage) => RestStorage) | undefined;
    },
  ): Process;
  uninstall(resource: ResourceInfo): void;
  /** Deletes all objects of a resource. Returns true when none is left. */
  deleteAll(resource: ResourceInfo): Process<boolean>;
}

export class CustomResources {
  readonly #env: Environment;
  readonly #installer: Installer;
  readonly #admission: () => AdmissionEnvironment;
  readonly #served = new Map<string, CustomResourceInfo>();
  readonly #gated: readonly ResourceInfo[];
  readonly #specs = new Map<string, unknown>();
  readonly #changes: Channel<string>;
  readonly #controllers: DefinitionControllers;
  readonly #cache: ResourceCache;
  readonly #rules: RuleCompiler;
  /** Changes whenever the served resources change. */
  revision = 0;

  /**
   * `admission`: the way to webhooks, when one is called. `gated`: built-in resources that this
   * server serves and others do not.
   */
  constructor(
    env: Environment,
    cache: ResourceCache,
    client: RestClient,
    installer: Installer,
    admission: () => AdmissionEnvironment,
    gated: readonly ResourceInfo[] = [],
  ) {
    this.#env = env;
    this.#admission = admission;
    this.#gated = gated;
    this.#installer = installer;
    this.#cache = cache;
    this.#rules = new RuleCompiler(env);
    this.#changes = new Channel(env.sim);
    this.#controllers = new DefinitionControllers({
      sim: env.sim,
      client,
      definitions: cache,
      served: (name) => [...this.#served.values()].filter((info) => nameOf(info) === name),
      install: (definition) => this.#install(definition),
      deleteInstances: (resource) => installer.deleteAll(resource),
      requeue: (name) => this.#requeue(name),
    });
    cache.addHandler((object, previous) => {
      const { name } = (object ?? previous)?.metadata ?? { name: '' };
      if (object === undefined) this.#remove(name);
      this.#changes.send(name);
    });
  }

  /** Serves the definitions that were established before this server started. */
  *restore(): Process {
    for (const object of this.#env.sim.inTurn(this.#cache.list())) {
      const definition = asObject<CustomResourceDefinition>(object);
      if (isTrue(definition, 'Established')) yield* this.#install(definition);
    }
  }

  /** Processes definitions as they change; never ends. */
  *run(): Process {
    for (;;) {
      const name = yield* this.#changes.receive();
      if (name === undefined) return;
      const definition = this.#cache.get(name) as CustomResourceDefinition | undefined;
      if (definition !== undefined && isTrue(definition, 'Established')) {
        yield* this.#install(definition);
      }
      yield* this.#controllers.sync(name, definition);
    }
  }

  /** The resource of a path. */
  find(group: string, version: string, plural: string): ResourceInfo | undefined {
    const is = (info: ResourceInfo): boolean =>
      info.plural === plural && info.group === group && info.version === version;
    if (this.#served.size === 0) return this.#gated.find(is);
    return this.#served.get(`${group}/${version}/${plural}`) ?? this.#gated.find(is);
  }

  /** Another server may not know the resource yet. Source: serveResource, justCreated. */
  delayOfNew(resource: ResourceInfo): Duration {
    const definition = this.#definitionOf(resource);
    const { lastTransitionTime = '' } =
      (definition && conditionOf(definition, 'Established')) ?? {};
    const since = parseRfc3339(lastTransitionTime);
    return since !== undefined && this.#env.sim.now - since < settling ? settling : 0;
  }

  /** From then on creates are refused. Source: forbidCreateAdmission. */
  isTerminating(resource: ResourceInfo): boolean {
    const definition = this.#definitionOf(resource);
    return definition !== undefined && isTrue(definition, 'Terminating');
  }

  #definitionOf({ plural, group }: ResourceInfo): CustomResourceDefinition | undefined {
    return this.#cache.get(`${plural}.${group}`) as CustomResourceDefinition | undefined;
  }

  findKind(apiVersion: string, kind: string): ResourceInfo | undefined {
    for (const info of [...this.#gated, ...this.#served.values()]) {
      if (info.apiVersion === apiVersion && info.kind === kind) return info;
    }
    return undefined;
  }

  /** In the order of discovery: by group, then in the definitions' order of versions. */
  list(): readonly ResourceInfo[] {
    const custom = [...this.#served.values()].sort((a, b) =>
      a.group < b.group ? -1 : a.group > b.group ? 1 : 0,
    );
    return [...this.#gated, ...custom];
  }

  *#install(definition: CustomResourceDefinition): Process {
    const { metadata, spec, status } = definition;
    const shape = `${metadata.generation} ${(status?.acceptedNames?.shortNames ?? []).join()}`;
    if (this.#specs.get(metadata.name) === shape) return;
    this.#specs.set(metadata.name, shape);
    const stored = spec.versions.find(({ storage }) => storage);
    if (stored === undefined) return;
    const served = spec.versions.filter((version) => version.served);
    this.#removeOthers(
      metadata.name,
      served.map(({ name }) => name),
    );
    for (const version of served) {
      const info = resourceInfoOf(definition, version);
      const key = `${info.apiVersion}/${info.plural}`;
      yield* this.#installVersion(info, version, stored, spec);
      this.#served.set(key, info);
    }
    this.revision++;
  }

  *#installVersion(
    info: CustomResourceInfo,
    version: CustomResourceDefinitionVersion,
    stored: CustomResourceDefinitionVersion,
    { group, conversion: mode }: CustomResourceDefinition['spec'],
  ): Process {
    const storageVersion = `${group}/${stored.name}`;
    const strategy = customStrategy(version, this.#rules);
    if (mode?.strategy === 'Webhook') {
      const { sim } = this.#env;
      const convert = webhookConverter(this.#admission, mode);
      const parts = { sim, version, storageVersion, strategy, shaped: shapedBy(version), convert };
      yield* this.#installer.install(
        info,
        customStrategy(stored, this.#rules),
        storedAsSent(stored),
        { whole: (store) => new ConvertedStorage(store, parts), scale: undefined },
      );
      return;
    }
    const scale = version.subresources?.scale;
    const conversion = customConversion(version, info.apiVersion, storageVersion);
    yield* this.#installer.install(info, strategy, conversion, {
      whole: (store) => new CustomResourceStorage(store, version, this.#env),
      scale: scale === undefined ? undefined : (whole) => new CustomScaleStorage(whole, scale),
    });
  }

  /** Syncs again later: instances with finalizers may take some time to go. */
  #requeue(name: string): void {
    this.#env.sim.afterOwn(finalizerRetry, () => {
      this.#env.tracer.timer('kube-apiserver', 'crd-finalizer');
      this.#changes.send(name);
    });
  }

  #remove(name: string): void {
    this.#specs.delete(name);
    this.#removeOthers(name, []);
    this.revision++;
  }

  /** Takes away what a definition has served, except for some versions. */
  #removeOthers(name: string, kept: readonly string[]): void {
    for (const [key, info] of this.#served) {
      if (nameOf(info) !== name || kept.includes(info.version)) continue;
      this.#served.delete(key);
      this.#installer.uninstall(info);
    }
  }
}

const nameOf = ({ plural, group }: ResourceInfo): string => `${plural}.${group}`;

/** The generic storage with the columns of the definition. */
class CustomResourceStorage extends ResourceStorage {
  readonly #version: CustomResourceDefinitionVersion;
  readonly #env: Environment;

  constructor(store: Store, version: CustomResourceDefinitionVersion, env: Environment) {
    super(store);
    this.#version = version;
    this.#env = env;
  }

  override convertToTable(object: KubeObject | KubeList): Table {
    return customTable(this.#version.additionalPrinterColumns, object, this.#env.sim.now);
  }
}
