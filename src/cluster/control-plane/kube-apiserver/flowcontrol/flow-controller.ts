/**
 * Priority and fairness: flow schemas assign requests to priority levels, which have seats.
 *
 * Models k8s.io/apiserver pkg/util/flowcontrol apf_controller.go. The objects come from the watch
 * caches, and a change of an object reconfigures the levels. The seats of the server
 * (--max-requests-inflight 400 plus --max-mutating-requests-inflight 200) are split by
 * nominalConcurrencyShares.
 */
import { must } from '#base/assert';
import { runEpoch, second } from '#base/sim-time';
import type { FlowSchema, PriorityLevelConfiguration } from '#k8s.io/api/flowcontrol/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceForKind } from '#k8s.io/apimachinery/resources';
import type { Simulation } from '#sim/simulation';
import type { UserInfo } from '../authenticator/user-info.ts';
import { flowSchemas, priorityLevels } from '../bootstrap/flow-control-objects.ts';
import type { RequestInfo } from '../filters/request-info.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import { FlowSchemas } from './flow-schemas.ts';
import { QueueSet, type QueueSetOptions } from './queue-set.ts';

const totalSeats = 600;

export interface PriorityLevel {
  readonly name: string;
  readonly uid: string;
  /** Absent: the level is exempt and never limited. */
  readonly queueSet: QueueSet | undefined;
}

export interface Classification {
  readonly schema: FlowSchema;
  readonly level: PriorityLevel;
  /** Schema and distinguisher, from which the hand of queues is dealt. */
  readonly flow: string;
}

const flowcontrol = (kind: string): ResourceInfo =>
  must(resourceForKind('flowcontrol.apiserver.k8s.io/v1', kind), kind);

export class FlowController {
  readonly #sim: Simulation;
  readonly #schemaCache: ResourceCache;
  readonly #levelCache: ResourceCache;
  readonly #queueSets = new Map<string, QueueSet>();
  #schemas = new FlowSchemas([]);
  #levels = new Map<string, PriorityLevel>();
  #stale = true;

  constructor(sim: Simulation, cache: (resource: ResourceInfo) => ResourceCache) {
    this.#sim = sim;
    this.#schemaCache = cache(flowcontrol('FlowSchema'));
    this.#levelCache = cache(flowcontrol('PriorityLevelConfiguration'));
    for (const objects of [this.#schemaCache, this.#levelCache]) {
      objects.addHandler(() => {
        this.#stale = true;
      });
    }
  }

  /** Whole seconds of the run's clock since 1970. */
  get unixSeconds(): number {
    return Math.floor((runEpoch + this.#sim.now) / second);
  }

  classify(user: UserInfo, info: RequestInfo): Classification {
    if (this.#stale) this.#configure();
    const { schema, distinguisher } = this.#schemas.match(user, info);
    const level = must(
      this.#levels.get(schema.spec.priorityLevelConfiguration.name),
      `priority level of ${schema.metadata.name}`,
    );
    return { schema, level, flow: `${schema.metadata.name}\n${distinguisher}` };
  }

  #configure(): void {
    this.#stale = false;
    const levels = withMandatory<PriorityLevelConfiguration>(
      this.#levelCache.list(),
      priorityLevels,
    );
    const shares = levels.reduce((sum, level) => sum + sharesOf(level), 0);
    this.#levels = new Map(
      levels.map((level) => [level.metadata.name, this.#levelOf(level, shares)]),
    );
    const schemas = withMandatory<FlowSchema>(this.#schemaCache.list(), flowSchemas);
    // A schema whose level is missing is dangling and matches nothing.
    this.#schemas = new FlowSchemas(
      schemas.filter(({ spec }) => this.#levels.has(spec.priorityLevelConfiguration.name)),
    );
  }

  #levelOf(level: PriorityLevelConfiguration, allShares: number): PriorityLevel {
    const { name, uid } = level.metadata;
    if (level.spec.type === 'Exempt') return { name, uid, queueSet: undefined };
    const options: QueueSetOptions = {
      seats: Math.ceil((totalSeats * sharesOf(level)) / Math.max(allShares, 1)),
      queuing: queuingOf(level),
    };
    let queueSet = this.#queueSets.get(name);
    if (queueSet === undefined) {
      queueSet = new QueueSet(this.#sim, options);
      this.#queueSets.set(name, queueSet);
    } else queueSet.configure(options);
    return { name, uid, queueSet };
  }
}

const sharesOf = ({ spec }: PriorityLevelConfiguration): number =>
  spec.limited?.nominalConcurrencyShares ?? spec.exempt?.nominalConcurrencyShares ?? 0;

function queuingOf({ spec }: PriorityLevelConfiguration): QueueSetOptions['queuing'] {
  const response = spec.limited?.limitResponse;
  if (response?.type !== 'Queue') return undefined;
  const { queues = 64, handSize = 8, queueLengthLimit = 50 } = response.queuing ?? {};
  return { queues, handSize, queueLengthLimit };
}

const mandatory: ReadonlySet<string> = new Set(['exempt', 'catch-all']);

/** The server needs these two objects, so it uses them even before they are stored. */
function withMandatory<T extends FlowSchema | PriorityLevelConfiguration>(
  stored: readonly KubeObject[],
  suggested: readonly object[],
): readonly T[] {
  const objects = stored.map((object) => asObject<T>(object));
  const names = new Set(objects.map(({ metadata }) => metadata.name));
  for (const object of suggested as readonly T[]) {
    const { name } = object.metadata;
    if (mandatory.has(name) && !names.has(name)) objects.push(object);
  }
  return objects;
}
