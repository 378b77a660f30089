/**
 * Maps typed names to resources.
 *
 * Models k8s.io/client-go restmapper: the deferred mapper that queries the server only when it
 * must, short names, categories. In: `deploy`, `pods`, `deployments.apps`. Out: a resource, or
 * undefined.
 */
import { ok } from '#base/result';
import type { Process, Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { ApiClient } from '../api-client.ts';
import type { Outcome } from '../failure.ts';
import type { DiscoveryCache } from './discovery-cache.ts';
import {
  type APIGroupDiscoveryList,
  acceptDiscovery,
  type DiscoveredResource,
  discoveredResources,
  discoveredVersions,
} from './discovery-document.ts';

interface Index {
  readonly resources: readonly DiscoveredResource[];
  /** By plural and singular, in lower case. */
  readonly byName: ReadonlyMap<string, DiscoveredResource>;
  /** By short name, as it is: those that outrank the others come first. */
  readonly byShortName: ReadonlyMap<string, readonly DiscoveredResource[]>;
}

export interface RestMapperOptions {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly input: number;
  readonly client: ApiClient;
  readonly cache: DiscoveryCache;
  readonly warn: (text: string) => void;
}

export class RestMapper {
  readonly #options: RestMapperOptions;
  #index: Index | undefined;
  #versions = new Map<string, boolean>();
  readonly #warned = new Set<string>();
  /** Whether this process has asked the server itself. */
  #fresh = false;

  constructor(options: RestMapperOptions) {
    this.#options = options;
  }

  /** The resource of a typed name; queries the server again before it gives up. */
  *resourceFor(name: string): Process<Outcome<DiscoveredResource | undefined>> {
    return yield* this.#find(
      (index) => index.byName.get(name.toLowerCase()) ?? this.#expanded(index, name),
    );
  }

  /** Source: k8s.io/client-go restmapper shortcut.go expandResourceShortcut. */
  #expanded({ byShortName }: Index, name: string): DiscoveredResource | undefined {
    const [first, ...others] = byShortName.get(name) ?? [];
    if (others.length > 0 && !this.#warned.has(name)) {
      this.#warned.add(name);
      for (const { resource, group } of others) {
        this.#options.warn(
          `short name "${name.split('.')[0]}" could also match lower priority resource ` +
            `${resource}.${group}`,
        );
      }
    }
    return first;
  }

  /** The resource of an object's own apiVersion and kind. */
  *resourceForKind(
    apiVersion: string,
    kind: string,
  ): Process<Outcome<DiscoveredResource | undefined>> {
    return yield* this.#find((index) =>
      index.resources.find((each) => isKind(each, kind) && groupVersion(each) === apiVersion),
    );
  }

  /** The resources of a category such as `all`; undefined when there is none of that name. */
  *category(name: string): Process<Outcome<readonly DiscoveredResource[] | undefined>> {
    const index = yield* this.#load();
    if (!index.ok) return index;
    const members = preferred(index.value.resources).filter(({ categories }) =>
      categories.includes(name),
    );
    return ok(members.length === 0 ? undefined : members);
  }

  /** Every resource, queried from the server now. */
  *refreshed(): Process<Outcome<readonly DiscoveredResource[]>> {
    const index = yield* this.#fetch();
    return index.ok ? ok(index.value.resources) : index;
  }

  /** Every `GROUP/VERSION`, queried from the server now; `false`: its server does not answer. */
  *groupVersions(): Process<Outcome<ReadonlyMap<string, boolean>>> {
    const index = yield* this.#fetch();
    return index.ok ? ok(this.#versions) : index;
  }

  /** Versions whose server did not answer at the last query. */
  get stale(): readonly string[] {
    return [...this.#versions].flatMap(([version, fresh]) => (fresh ? [] : [version]));
  }

  /** Every cached resource. */
  *known(): Process<Outcome<readonly DiscoveredResource[]>> {
    const index = yield* this.#load();
    return index.ok ? ok(index.value.resources) : index;
  }

  *#find(
    pick: (index: Index) => DiscoveredResource | undefined,
  ): Process<Outcome<DiscoveredResource | undefined>> {
    const index = yield* this.#load();
    if (!index.ok) return index;
    const found = pick(index.value);
    if (found !== undefined || this.#fresh) return ok(found);
    const anew = yield* this.#fetch();
    return anew.ok ? ok(pick(anew.value)) : anew;
  }

  *#load(): Process<Outcome<Index>> {
    if (this.#index !== undefined) return ok(this.#index);
    const { sim, tracer, input, cache, client } = this.#options;
    const cached = cache.read(client.server, sim.now);
    const ageSeconds = cached === undefined ? 0 : Math.floor((sim.now - cached.writtenAt) / 1e6);
    const hit = cached !== undefined;
    tracer.emit({ type: 'DiscoveryCacheRead', component: 'kubectl', input, hit, ageSeconds });
    if (cached === undefined) return yield* this.#fetch();
    this.#index = indexOf(cached.resources);
    return ok(this.#index);
  }

  /** Asks `/api` and `/apis`. Source: discovery_client.go GroupsAndMaybeResources. */
  *#fetch(): Process<Outcome<Index>> {
    const { sim, cache, client } = this.#options;
    const resources: DiscoveredResource[] = [];
    this.#versions = new Map();
    for (const path of ['/api', '/apis']) {
      const answer = yield* client.send({
        method: 'GET',
        path,
        ref: { resource: '', namespace: '', name: '' },
        query: { timeout: '32s' },
        accept: acceptDiscovery,
      });
      if (!answer.ok) return answer;
      const document = answer.value.body as APIGroupDiscoveryList;
      resources.push(...discoveredResources(document));
      for (const [version, fresh] of discoveredVersions(document)) {
        this.#versions.set(version, fresh);
      }
    }
    cache.write(client.server, { resources, writtenAt: sim.now });
    this.#fresh = true;
    this.#index = indexOf(resources);
    return ok(this.#index);
  }
}

/** Source: k8s.io/client-go restmapper discovery.go NewDiscoveryRESTMapper. */
const isKind = ({ kind }: DiscoveredResource, name: string): boolean =>
  name === kind || name === kind.toLowerCase() || name === `${kind}List`;

const groupVersion = ({ group, version }: DiscoveredResource): string =>
  group === '' ? version : `${group}/${version}`;

/** Only the version of each resource that its group prefers; it comes first. */
function preferred(all: readonly DiscoveredResource[]): readonly DiscoveredResource[] {
  const seen = new Set<string>();
  return all.filter(({ group, resource }) => {
    const key = `${resource}.${group}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** `deployments`, `deployments.apps` and `deployments.v1.apps`. */
const namesOf = (name: string, { group, version }: DiscoveredResource): readonly string[] => [
  name,
  ...(group === '' ? [] : [`${name}.${group}`]),
  `${name}.${version}.${group}`,
];

const isSame = (a: DiscoveredResource, b: DiscoveredResource): boolean =>
  a.resource === b.resource && a.group === b.group;

/** Plurals outrank singulars; the first group outranks the rest. */
function indexOf(resources: readonly DiscoveredResource[]): Index {
  const byName = new Map<string, DiscoveredResource>();
  for (const part of ['resource', 'singular'] as const) {
    for (const resource of resources) {
      for (const name of namesOf(resource[part], resource)) {
        if (!byName.has(name)) byName.set(name, resource);
      }
    }
  }
  const byShortName = new Map<string, DiscoveredResource[]>();
  for (const resource of resources) {
    for (const name of resource.shortNames.flatMap((each) => namesOf(each, resource))) {
      const known = byShortName.get(name);
      if (known === undefined) byShortName.set(name, [resource]);
      else if (!known.some((each) => isSame(each, resource))) known.push(resource);
    }
  }
  return { resources, byName, byShortName };
}
