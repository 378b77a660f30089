/**
 * ComponentStatus: an object that is never stored; each read makes the API server check the
 * servers.
 *
 * Models kubernetes pkg/registry/core/componentstatus/rest.go REST. In: gets and lists. Out: the
 * servers' answers, in the order in which they arrived.
 */
import { err, ok } from '#base/result';
import type { ComponentStatus } from '#k8s.io/api/core/replication-controller';
import { badRequest, unknownError } from '#k8s.io/apimachinery/errors';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeList, KubeObject, Table } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { joinAll } from '#sim/task';
import { printTable } from '../../../printers/print-table.ts';
import type { RequestAttributes } from '../../../request-attributes.ts';
import { metadataFields, parseSelection, selectsObject } from '../../../storage/selection.ts';
import type { GetOptions, ListOptions, RestStorage, StorageResult } from '../../rest-storage.ts';
import {
  type CheckResult,
  type ServerCheck,
  type ServerCheckParts,
  serversToValidate,
} from './server-checks.ts';

/** Source: APILifecycleDeprecated of core/v1 ComponentStatus. */
const deprecated = 'v1 ComponentStatus is deprecated in v1.19+';

export class ComponentStatusRest implements RestStorage {
  readonly #parts: ServerCheckParts;

  constructor(parts: ServerCheckParts) {
    this.#parts = parts;
  }

  /** Checks one server. Source: rest.go Get, whose error is not a Status. */
  *get(attrs: RequestAttributes, _: GetOptions): Process<StorageResult<KubeObject>> {
    attrs.warn(deprecated);
    const check = serversToValidate(this.#parts).get(attrs.name);
    if (check === undefined) return err(unknownError(`Component not found: ${attrs.name}`));
    return ok(statusOf(attrs.name, yield* check()));
  }

  /**
   * Checks all servers at the same time; the list has the order of the answers. Source: rest.go
   * List.
   */
  *list(attrs: RequestAttributes, options: ListOptions): Process<StorageResult<KubeList>> {
    attrs.warn(deprecated);
    const selection = parseSelection(options, metadataFields);
    if (!selection.ok) return err(badRequest(selection.error));
    const { sim } = this.#parts;
    const answers: KubeObject[] = [];
    function* ask(name: string, check: ServerCheck): Process {
      answers.push(statusOf(name, yield* check()));
    }
    const tasks = [...serversToValidate(this.#parts)].map(([name, check]) =>
      sim.spawn(`check ${name}`, ask(name, check)),
    );
    try {
      yield* joinAll(sim, tasks);
    } finally {
      for (const task of tasks) if (!task.done) task.cancel();
    }
    return ok({
      kind: 'ComponentStatusList',
      apiVersion: 'v1',
      metadata: {},
      items: answers.filter((each) => selectsObject(selection.value, each)),
    });
  }

  convertToTable(object: KubeObject | KubeList, { resource }: RequestAttributes): Table {
    return printTable(resource, object, this.#parts.sim.now);
  }
}

/** Source: rest.go getComponentStatus. It has no uid, no version and no creation time. */
function statusOf(name: string, { healthy, message, error }: CheckResult): KubeObject {
  const condition = {
    type: 'Healthy',
    status: healthy ? 'True' : 'False',
    ...(message !== '' && { message }),
    ...(error !== '' && { error }),
  };
  const status: Omit<ComponentStatus, 'metadata'> = {
    kind: 'ComponentStatus',
    apiVersion: 'v1',
    conditions: [condition],
  };
  return asObject<KubeObject>({ ...status, metadata: { name } });
}
