/**
 * `kubectl get` without `-o`: the tables that the server prints, and following them with `-w`.
 *
 * Source: k8s.io/kubectl pkg/cmd/get get.go Run, watch, transformRequests.
 */
import { err, ok } from '#base/result';
import { asJson, asObject } from '#k8s.io/apimachinery/json-value';
import type { Table } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { type At, acceptTable } from '../api-client.ts';
import type { Invocation } from '../command.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { aggregate, allowAbsent, type Failure, fail, type Outcome } from '../failure.ts';
import { TablePrinter } from '../printers/table.ts';
import { explainListFailure } from '../resource/fetch-objects.ts';
import { getInfo } from '../resource/get-info.ts';
import type { ResourceRequest } from '../resource/resource-arguments.ts';
import { followWatch, onlyRequest } from './follow-watch.ts';
import { sortedBy } from './sort-by.ts';

export function* getTable(
  invocation: Invocation,
  requests: readonly ResourceRequest[],
): Process<Outcome> {
  const { session, flags } = invocation;
  if (flags.bool('watch') || flags.bool('watch-only')) {
    return yield* watchTable(invocation, requests, tablePrinter(invocation, requests, false));
  }
  const failures: Failure[] = [];
  const tables: { resource: DiscoveredResource; table: Table }[] = [];
  for (const { resource, name } of invocation.session.sim.inTurn(requests)) {
    const read = yield* readTables(invocation, resource, name);
    if (read.ok) tables.push(...read.value.map((table) => ({ resource, table })));
    else failures.push(read.error);
  }
  // Rows show their kind when there are several kinds.
  const several = new Set(tables.map(({ resource }) => resource)).size > 1;
  const printer = tablePrinter(invocation, requests, several);
  for (const { resource, table } of joined(tables)) {
    session.out(printer.print(resource, sortedTable(flags.string('sort-by'), table)));
  }
  const failure = aggregate(failures);
  if (!printer.printed && failure === undefined && !flags.bool('ignore-not-found')) {
    session.err(nothingFound(invocation, requests));
  }
  return allowAbsent(failure, flags.bool('ignore-not-found'));
}

/**
 * Several rows in order. A table that cannot be sorted is silently not printed.
 * Source: sorter.go SortingPrinter.PrintObj, whose error get.go Run drops.
 */
function sortedTable(sortBy: string, table: Table): Table {
  if (sortBy === '' || table.rows.length < 2) return table;
  const rows = sortedBy(sortBy, table.rows, ({ object }) => asJson(object ?? {}));
  return { ...table, rows: rows.ok ? rows.value : [] };
}

function tablePrinter(
  { flags }: Invocation,
  requests: readonly ResourceRequest[],
  several: boolean,
): TablePrinter {
  return new TablePrinter({
    wide: flags.string('output') === 'wide',
    noHeaders: flags.bool('no-headers'),
    withNamespace: flags.bool('all-namespaces') && requests.some((r) => r.resource.namespaced),
    withKind: flags.bool('show-kind') || several,
    showLabels: flags.bool('show-labels'),
    labelColumns: flags.list('label-columns'),
  });
}

/** Tables of neighbouring requests of one kind become one, so that their columns agree. */
function joined(
  tables: readonly { readonly resource: DiscoveredResource; readonly table: Table }[],
): readonly { readonly resource: DiscoveredResource; readonly table: Table }[] {
  const out: { resource: DiscoveredResource; table: Table }[] = [];
  for (const { resource, table } of tables) {
    const last = out.at(-1);
    if (last?.resource !== resource) out.push({ resource, table });
    else {
      const rows = [...last.table.rows, ...table.rows];
      out[out.length - 1] = { resource, table: { ...last.table, rows } };
    }
  }
  return out;
}

function nothingFound(
  { session, flags }: Invocation,
  requests: readonly ResourceRequest[],
): string {
  const inNamespace =
    !flags.bool('all-namespaces') && requests.every(({ resource }) => resource.namespaced);
  return inNamespace
    ? `No resources found in ${session.config.namespace} namespace.\n`
    : 'No resources found\n';
}

/** One table for a name, one for each chunk of a list. */
function* readTables(
  invocation: Invocation,
  resource: DiscoveredResource,
  name: string | undefined,
): Process<Outcome<readonly Table[]>> {
  const { session, flags } = invocation;
  const at = address(invocation, name);
  const tables: Table[] = [];
  const limit = flags.int('chunk-size');
  let next: string | undefined;
  do {
    const query = name === undefined ? listQuery(invocation, next, limit) : undefined;
    const target = query === undefined ? at : { ...at, query };
    const table =
      name === undefined
        ? yield* session.client.get<Table>(resource, target)
        : yield* getInfo<Table>(session, resource, target);
    if (!table.ok) {
      if (name !== undefined) return table;
      const selectors = {
        selector: flags.string('selector'),
        fieldSelector: flags.string('field-selector'),
      };
      return err(explainListFailure(table.error, resource, selectors));
    }
    if (table.value.kind !== 'Table') return fail('the server printed no table');
    tables.push(table.value);
    next = table.value.metadata?.continue;
  } while (name === undefined && next !== undefined && next !== '');
  return ok(tables);
}

const address = ({ session, flags }: Invocation, name: string | undefined): At => ({
  namespace: flags.bool('all-namespaces') ? '' : session.config.namespace,
  accept: acceptTable,
  ...(name === undefined ? {} : { name, subresource: flags.string('subresource') }),
});

/** Sorting needs the whole objects, and all of them at once. */
function listQuery({ flags }: Invocation, next: string | undefined, limit: number) {
  const sorts = flags.string('sort-by') !== '';
  return {
    continue: next,
    fieldSelector: flags.string('field-selector') || undefined,
    includeObject: sorts ? 'Object' : undefined,
    labelSelector: flags.string('selector') || undefined,
    limit: limit > 0 && !sorts ? limit : undefined,
  };
}

/** Lists, then prints each change as a row, until the limit. */
function* watchTable(
  invocation: Invocation,
  requests: readonly ResourceRequest[],
  printer: TablePrinter,
): Process<Outcome> {
  const { session, flags } = invocation;
  const request = onlyRequest(requests);
  if (!request.ok) return request;
  const { resource, name } = request.value;
  if (flags.string('sort-by') !== '') {
    session.err(
      flags.bool('watch')
        ? 'warning: --watch requested, --sort-by will be ignored for watch events received\n'
        : 'warning: --watch-only requested, --sort-by will be ignored\n',
    );
  }
  const read = yield* readTables(invocation, resource, name);
  if (!read.ok) return read;
  const withEvents = flags.bool('output-watch-events');
  if (!flags.bool('watch-only')) {
    for (const { table } of joined(read.value.map((each) => ({ resource, table: each })))) {
      session.out(printer.print(resource, table, withEvents ? 'ADDED' : undefined));
    }
  }
  const fieldSelector =
    name === undefined ? flags.string('field-selector') : `metadata.name=${name}`;
  const query = {
    fieldSelector: fieldSelector || undefined,
    labelSelector: flags.string('selector') || undefined,
    resourceVersion: read.value.at(-1)?.metadata.resourceVersion,
  };
  const at = { ...address(invocation, undefined), query };
  return yield* followWatch(session, resource, at, ({ type, object }) => {
    // Asked for a table, the server sends each object as a table of one row.
    const table = asObject<Table>(object);
    session.out(printer.print(resource, table, withEvents ? type : undefined));
    return ok(undefined);
  });
}
