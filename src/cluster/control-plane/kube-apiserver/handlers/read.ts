/** GET of one object, of a collection, and as a watch. Models handlers/get.go and watch.go. */
import type { KubeList, Table } from '#k8s.io/apimachinery/meta/v1';
import { objectReply, statusReply } from '../replies.ts';
import { listOptionsOf, type ResourceHandler, watchOptionsOf } from './handler.ts';
import { checkListOptions } from './list-options.ts';
import { transform } from './negotiation.ts';
import { notSupported } from './write.ts';

export const getResource: ResourceHandler = function* (_context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.get === undefined) return notSupported(request);
  const resourceVersion = exchange.info.query['resourceVersion'] ?? '';
  const found = yield* storage.get(attrs, { resourceVersion });
  if (!found.ok) return statusReply(found.error);
  return objectReply(transform(negotiated, storage, found.value, attrs));
};

export const listResource: ResourceHandler = function* (_context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.list === undefined) return notSupported(request);
  const problem = checkListOptions(exchange.info.query, false);
  if (problem !== undefined) return statusReply(problem);
  const found = yield* storage.list(attrs, listOptionsOf(exchange));
  if (!found.ok) return statusReply(found.error);
  const body = transform(negotiated, storage, found.value, attrs);
  if (negotiated.as !== 'table') return objectReply(body);
  return objectReply(withRowObjects(body as Table, found.value, exchange.info.query));
};

/** `?includeObject=`: a row carries the metadata (the default), the whole object, or nothing. */
function withRowObjects(
  table: Table,
  list: KubeList,
  query: Readonly<Record<string, string>>,
): unknown {
  switch (query['includeObject']) {
    case 'Object':
      return {
        ...table,
        rows: table.rows.map((row, index) => ({ ...row, object: list.items[index] })),
      };
    case 'None':
      return { ...table, rows: table.rows.map(({ cells }) => ({ cells })) };
    default:
      return table;
  }
}

/** Replies when the stream is open. As a table, each event is a table with one row. */
export const watchResource: ResourceHandler = function* (_context, request) {
  const { storage, attrs, exchange, negotiated } = request;
  if (storage.watch === undefined) return notSupported(request);
  const problem = checkListOptions(exchange.info.query, true);
  if (problem !== undefined) return statusReply(problem);
  const opened = yield* storage.watch(attrs, {
    ...watchOptionsOf(exchange),
    ...(negotiated.as !== 'object' && {
      form: (object) => transform(negotiated, storage, object, attrs),
    }),
  });
  if (!opened.ok) return statusReply(opened.error);
  return { code: 200, contentType: 'application/json', stream: opened.value };
};
