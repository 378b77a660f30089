/**
 * `/openapi/v2` and `/openapi/v3/…`: the schemas of what is served.
 *
 * Models k8s.io/kube-openapi pkg/handler and pkg/handler3 behind the aggregator. The documents
 * themselves are made by `k8s.io/apiserver/openapi`, once for each set of served resources. In: a
 * path, and the tag of the document that the client has. Out: the document with its tag, as JSON or
 * for protobuf; 304 for a client that has it, 406 for one that takes neither. An address with the
 * document's tag may be kept for a year; one with another tag leads there by 301.
 */
import { httpDateInAYear, type SimTime } from '#base/sim-time';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import type { PublishedResource } from '#k8s.io/apiserver/openapi/document';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { objectReply, textReply } from '../replies.ts';
import { published, taggedAddress, tagOf } from './openapi-tags.ts';
import type { PathHandler } from './path-handler.ts';

/** Writes the documents; a part that a browser fetches only when somebody reads one. */
export interface OpenApiWriter {
  openApiV2(documents: readonly JsonObject[]): JsonObject;
  openApiV3(resources: readonly PublishedResource[]): JsonObject;
}

/** A document and its tag: two documents with one tag are the same. */
interface Tagged {
  readonly document: JsonObject;
  readonly tag: string;
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
  { info, http, receivedAt }: Exchange,
  writer: OpenApiWriter | undefined,
  custom: CustomResourceLookup | undefined,
): PathHandler | undefined {
  if (writer === undefined || http.method !== 'GET') return undefined;
  const [, root, version, ...rest] = info.path.split('/');
  if (root !== 'openapi') return undefined;
  const path = `/${rest.join('/')}`;
  const isVersion3 = version === 'v3' && rest.length > 0;
  const found = isVersion3
    ? documentOf(writer, path, custom)
    : version === 'v2' && rest.length === 0
      ? wholeDocument(writer, custom)
      : undefined;
  if (found === undefined) return undefined;
  const { accept, 'if-none-match': known } = http.headers;
  const contentType = acceptedType(accept, isVersion3 ? protobufTypes.v3 : protobufTypes.v2);
  const asked = isVersion3 ? hashIn(http.url) : '';
  if (contentType === undefined) return byAggregator(version, notAcceptable);
  const headers = { vary: 'Accept', etag: `"${found.tag}"` };
  if (asked === '' || asked === found.tag) {
    const caching = asked === '' ? {} : keptForAYear(receivedAt);
    return byAggregator(
      version,
      taggedReply(found, known, contentType, { ...headers, ...caching }),
    );
  }
  const location = taggedAddress(path, found.tag);
  return byAggregator(version, { code: 301, contentType, headers: { ...headers, location } });
}

const byAggregator = (version: string | undefined, reply: Reply): PathHandler => ({
  servedBy: 'kube-aggregator',
  name: `OpenAPI ${version}`,
  reply,
});

const hashIn = (url: string): string => /[?&]hash=([^&]*)/.exec(url)?.[1] ?? '';

/** Source: net/http ServeContent, which both handlers call. */
function taggedReply(
  { document, tag }: Tagged,
  known: string | undefined,
  contentType: string,
  headers: Readonly<Record<string, string>>,
): Reply {
  const tags = ['*', `"${tag}"`];
  const hasIt = known?.split(',').some((each) => tags.includes(each.trim().replace('W/', '')));
  if (hasIt) return { code: 304, contentType: '', headers };
  return { ...objectReply(document), contentType, headers };
}

/** What is at an address with its tag never changes. Source: handler3 HandleGroupVersion. */
const keptForAYear = (now: SimTime): Readonly<Record<string, string>> => ({
  'cache-control': 'public, immutable',
  expires: httpDateInAYear(now),
});

const notAcceptable = textReply(406, '406 Not Acceptable\n');

/** As protobuf is answered. Clients may also ask for it by its older name. */
const protobufTypes = {
  v2: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  v3: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
};

/** The media type of the answer: the first one of the client's that is served. */
function acceptedType(accept: string | undefined, protobuf: string): string | undefined {
  if (accept === undefined || accept === '') return 'application/json';
  for (const clause of accept.split(',')) {
    const [type = ''] = clause.split(';');
    const asked = type.trim();
    if (['application/json', 'application/*', '*/*'].includes(asked)) return 'application/json';
    if (asked === protobuf || asked === protobuf.replace('.v1.0', '@v1.0')) return protobuf;
  }
  return undefined;
}

function documentOf(
  writer: OpenApiWriter,
  path: string,
  custom: CustomResourceLookup | undefined,
): Tagged | undefined {
  const own = resources.filter(({ groupVersionPath }) => groupVersionPath === path);
  if (own.length > 0) {
    const document = madeOnce(writer, path, () => writer.openApiV3(own.map((info) => ({ info }))));
    return { document, tag: tagOf(path, []) };
  }
  const others = (custom?.list() ?? []).filter((info) => info.groupVersionPath === path);
  if (custom === undefined || others.length === 0) return undefined;
  return whileServed(custom, path, () => {
    const all = others.map(published);
    return { document: writer.openApiV3(all), tag: tagOf(path, all) };
  });
}

function wholeDocument(writer: OpenApiWriter, custom: CustomResourceLookup | undefined): Tagged {
  const make = (): Tagged => {
    const others = custom?.list() ?? [];
    const all: readonly ResourceInfo[] = [...resources, ...others];
    const paths = [...new Set(all.map(({ groupVersionPath }) => groupVersionPath))];
    const documents = paths.map((path) => documentOf(writer, path, custom)?.document);
    const document = writer.openApiV2(documents.filter((each) => each !== undefined));
    return { document, tag: tagOf('/openapi/v2', others.map(published)) };
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
