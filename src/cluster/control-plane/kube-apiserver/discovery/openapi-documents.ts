/**
 * `/openapi/v2` and `/openapi/v3/…`: the schemas of what is served.
 *
 * Models k8s.io/kube-openapi pkg/handler and pkg/handler3 behind the aggregator. The documents
 * themselves are made by `k8s.io/apiserver/openapi`, once for each set of served resources. In: a
 * path. Out: the document in JSON; 406 for a client that accepts only protobuf.
 */
import { asJson, isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import type { PublishedResource } from '#k8s.io/apiserver/openapi/document';
import { isCustom } from '../apiextensions/custom-resource-info.ts';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { objectReply, textReply } from '../replies.ts';
import type { PathHandler } from './non-resource.ts';

/** Writes the documents; a part that a browser fetches only when somebody reads one. */
export interface OpenApiWriter {
  openApiV2(documents: readonly JsonObject[]): JsonObject;
  openApiV3(resources: readonly PublishedResource[]): JsonObject;
}

/** Documents by their path; those of built-in resources never change. */
const made = new WeakMap<OpenApiWriter, Map<string, JsonObject>>();

/** The document of a path; `undefined` for another path, or without a writer. */
export function openApiReply(
  { info, http }: Exchange,
  writer: OpenApiWriter | undefined,
  custom: CustomResourceLookup | undefined,
): PathHandler | undefined {
  if (writer === undefined || http.method !== 'GET') return undefined;
  const [, root, version, ...rest] = info.path.split('/');
  if (root !== 'openapi') return undefined;
  const answer = (reply: Reply): PathHandler => ({
    servedBy: 'kube-aggregator',
    name: `OpenAPI ${version}`,
    reply,
  });
  const document =
    version === 'v3' && rest.length > 0
      ? documentOf(writer, `/${rest.join('/')}`, custom)
      : version === 'v2' && rest.length === 0
        ? wholeDocument(writer, custom)
        : undefined;
  if (document === undefined) return undefined;
  return answer(acceptsJson(http.headers['accept']) ? objectReply(document) : notAcceptable);
}

const notAcceptable = textReply(406, '406 Not Acceptable\n');

function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '') return true;
  return accept.split(',').some((clause) => {
    const [type = ''] = clause.split(';');
    return ['application/json', 'application/*', '*/*'].includes(type.trim());
  });
}

function documentOf(
  writer: OpenApiWriter,
  path: string,
  custom: CustomResourceLookup | undefined,
): JsonObject | undefined {
  const own = resources.filter(({ groupVersionPath }) => groupVersionPath === path);
  if (own.length > 0) {
    return madeOnce(writer, path, () => writer.openApiV3(own.map((info) => ({ info }))));
  }
  const others = (custom?.list() ?? []).filter((info) => info.groupVersionPath === path);
  return others.length === 0 ? undefined : writer.openApiV3(others.map(published));
}

function wholeDocument(
  writer: OpenApiWriter,
  custom: CustomResourceLookup | undefined,
): JsonObject {
  const all: readonly ResourceInfo[] = [...resources, ...(custom?.list() ?? [])];
  const paths = [...new Set(all.map(({ groupVersionPath }) => groupVersionPath))];
  const documents = paths.map((path) => documentOf(writer, path, custom));
  return writer.openApiV2(documents.filter((document) => document !== undefined));
}

function madeOnce(writer: OpenApiWriter, path: string, make: () => JsonObject): JsonObject {
  let documents = made.get(writer);
  if (documents === undefined) {
    documents = new Map();
    made.set(writer, documents);
  }
  const document = documents.get(path) ?? make();
  documents.set(path, document);
  return document;
}

function published(info: ResourceInfo): PublishedResource {
  const schema = isCustom(info) ? info.custom.schema?.openAPIV3Schema : undefined;
  const customSchema = schema === undefined ? undefined : asJson(schema);
  return { info, customSchema: isJsonObject(customSchema) ? customSchema : { type: 'object' } };
}
