/**
 * The tags of the OpenAPI documents: two documents with one tag are the same.
 *
 * Models computeETag of k8s.io/kube-openapi pkg/handler3. Upstream digests the whole document; this
 * is a digest of what a document is made from, so it is known before the document is. Clients keep
 * documents by their tag for a year, so it contains the revision of all built-in ones.
 */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import { asJson, isJsonObject } from '#k8s.io/apimachinery/json-value';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import type { PublishedResource } from '#k8s.io/apiserver/openapi/document';
import { documentsRevision } from '#k8s.io/apiserver/openapi/revision';
import { isCustom } from '../apiextensions/custom-resource-info.ts';
import type { CustomResourceLookup } from '../apiextensions/custom-resource-lookup.ts';

/** A resource, and for a custom one the schema of its definition. */
export function published(info: ResourceInfo): PublishedResource {
  if (!isCustom(info)) return { info };
  const schema = info.custom.schema?.openAPIV3Schema;
  const customSchema = schema === undefined ? undefined : asJson(schema);
  return { info, customSchema: isJsonObject(customSchema) ? customSchema : { type: 'object' } };
}

/** The tag of a path's document, without quotes. `others`: the custom resources in it. */
export function tagOf(path: string, others: readonly PublishedResource[]): string {
  const content = others.map(({ info: { groupVersionPath, kind, plural }, customSchema }) => [
    ...[groupVersionPath, kind, plural],
    customSchema ?? null,
  ]);
  const made = [documentsRevision, path, content];
  return toHex(sha256(encodeUtf8(JSON.stringify(made)))).toUpperCase();
}

/** `/openapi/v3/apis/apps/v1?hash=…`, where the document with this tag is. */
export const taggedAddress = (path: string, tag: string): string =>
  `/openapi/v3${path}?hash=${tag}`;

/** The index for as long as the custom resources are these; without any, for good. */
const made = new WeakMap<object, { readonly revision: number; readonly index: object }>();

/** `GET /openapi/v3`: where the documents are. */
export function openApiIndex(custom: CustomResourceLookup | undefined): object {
  const owner = custom ?? resources;
  const revision = custom?.revision ?? 0;
  const known = made.get(owner);
  if (known?.revision === revision) return known.index;
  const others = (custom?.list() ?? []).map(published);
  const index = { paths: addressesOf(others) };
  made.set(owner, { revision, index });
  return index;
}

/** By their paths, in order; a built-in version has no custom resources. */
function addressesOf(others: readonly PublishedResource[]): object {
  const builtIn = new Set(resources.map(({ groupVersionPath }) => groupVersionPath));
  const paths = new Set([...builtIn, ...others.map(({ info }) => info.groupVersionPath)]);
  return Object.fromEntries(
    [...paths].sort().map((path) => {
      const own = others.filter(({ info }) => info.groupVersionPath === path && !builtIn.has(path));
      return [path.slice(1), { serverRelativeURL: taggedAddress(path, tagOf(path, own)) }];
    }),
  );
}
