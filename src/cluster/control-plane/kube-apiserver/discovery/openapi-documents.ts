/**
 * `/openapi/v2` and `/openapi/v3/…`: the schemas of what is served.
 *
 * Models k8s.io/kube-openapi pkg/handler and pkg/handler3 behind the aggregator. The documents
 * themselves are made by `k8s.io/apiserver/openapi`, once for each set of served resources. In: a
 * path, and the tag of the document that the client has. Out: the document with its tag, that of
 * version 2 for protobuf too; 304 for a client that has it, and 406 for one that takes neither.
 */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import { asJson, isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import type { PublishedResource } from '#k8s.io/apiserver/openapi/document';
import { isCustom } from '../apiextensions/custom-resource-info.ts';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { objectReply, textReply } from '../replies.ts';
import type { PathHandler } from './path-handler.ts';

/** Writes the documents; a part that a browser fetches only when somebody reads one. */
export interface OpenApiWriter {
  openApiV2(documents: readonly JsonObject[]): JsonObject;
  openApiV3(resources: readonly PublishedResource[]): JsonObject;
}

/** A document and its tag: two documents with one tag are the same. */
interface Tagged {
  readonly document: JsonObject;
  /** As the header writes it, in quotes. */
  readonly etag: string;
}

/** Documents by their path; those of built-in resources never change. */
const made = new WeakMap<OpenApiWriter, Map<string, JsonObject>>();

/** Documents with custom resources, for as long as these are the served ones. */
const madeOfCustom = new WeakMap<
  CustomResourceLookup,
  { readonly revision: number; readonly documents: Map<string, Tagged> }
>();

/** The document of a path; `undefined` for another path, or without a writer. */
export function openApiReply(
  { info, http }: Exchange,
  writer: OpenApiWriter | undefined,
  custom: CustomResourceLookup | undefined,
): PathHandler | undefined {
  if (writer === undefined || http.method !== 'GET') return undefined;
  const [, root, version, ...rest] = info.path.split('/');
  if (root !== 'openapi') return undefined;
  const found =
    version === 'v3' && rest.length > 0
      ? documentOf(writer, `/${rest.join('/')}`, custom)
      : version === 'v2' && rest.length === 0
        ? wholeDocument(writer, custom)
        : undefined;
  if (found === undefined) return undefined;
  const type = acceptedType(http.headers['accept'], version === 'v2');
  const reply =
    type === undefined ? notAcceptable : taggedReply(found, http.headers['if-none-match'], type);
  return { servedBy: 'kube-aggregator', name: `OpenAPI ${version}`, reply };
}

/** Source: net/http ServeContent, which both handlers call. */
function taggedReply(
  { document, etag }: Tagged,
  known: string | undefined,
  contentType: string,
): Reply {
  const headers = { etag };
  const hasIt = known?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace('W/', '')));
  if (hasIt) return { code: 304, contentType: '', headers };
  return { ...objectReply(document), contentType, headers };
}

const notAcceptable = textReply(406, '406 Not Acceptable\n');

/** Both names of the older form that clients ask for, and how it is answered. */
const protobufV2 = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const askedProtobufV2: readonly string[] = [protobufV2, protobufV2.replace('v2.v1', 'v2@v1')];

/** The media type of the answer: the first one of the client's that is served. */
function acceptedType(accept: string | undefined, isVersion2: boolean): string | undefined {
  if (accept === undefined || accept === '') return 'application/json';
  for (const clause of accept.split(',')) {
    const [type = ''] = clause.split(';');
    const asked = type.trim();
    if (['application/json', 'application/*', '*/*'].includes(asked)) return 'application/json';
    if (isVersion2 && askedProtobufV2.includes(asked)) return protobufV2;
  }
  return undefined;
}

/** What is in a document: the version that is served, and the definitions of others. */
const tagOf = (path: string, others: readonly PublishedResource[]): string => {
  const content = others.map(({ info: { groupVersionPath, kind, plural }, customSchema }) => [
    ...[groupVersionPath, kind, plural],
    customSchema ?? null,
  ]);
  return `"${toHex(sha256(encodeUtf8(JSON.stringify([path, content])))).toUpperCase()}"`;
};

function documentOf(
  writer: OpenApiWriter,
  path: string,
  custom: CustomResourceLookup | undefined,
): Tagged | undefined {
  const own = resources.filter(({ groupVersionPath }) => groupVersionPath === path);
  if (own.length > 0) {
    const document = madeOnce(writer, path, () => writer.openApiV3(own.map((info) => ({ info }))));
    return { document, etag: tagOf(path, []) };
  }
  const others = (custom?.list() ?? []).filter((info) => info.groupVersionPath === path);
  if (custom === undefined || others.length === 0) return undefined;
  return whileServed(custom, path, () => {
    const all = others.map(published);
    return { document: writer.openApiV3(all), etag: tagOf(path, all) };
  });
}

function wholeDocument(writer: OpenApiWriter, custom: CustomResourceLookup | undefined): Tagged {
  const make = (): Tagged => {
    const others = custom?.list() ?? [];
    const all: readonly ResourceInfo[] = [...resources, ...others];
    const paths = [...new Set(all.map(({ groupVersionPath }) => groupVersionPath))];
    const documents = paths.map((path) => documentOf(writer, path, custom)?.document);
    const document = writer.openApiV2(documents.filter((each) => each !== undefined));
    return { document, etag: tagOf('/openapi/v2', others.map(published)) };
  };
  return custom === undefined ? make() : whileServed(custom, '/openapi/v2', make);
}

function whileServed(custom: CustomResourceLookup, path: string, make: () => Tagged): Tagged {
  const { revision } = custom;
  let kept = madeOfCustom.get(custom);
  if (kept?.revision !== revision) {
    kept = { revision, documents: new Map() };
    madeOfCustom.set(custom, kept);
  }
  const tagged = kept.documents.get(path) ?? make();
  kept.documents.set(path, tagged);
  return tagged;
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
  if (!isCustom(info)) return { info };
  const schema = info.custom.schema?.openAPIV3Schema;
  const customSchema = schema === undefined ? undefined : asJson(schema);
  return { info, customSchema: isJsonObject(customSchema) ? customSchema : { type: 'object' } };
}
