/**
 * Server-side apply: the patch whose body is the configuration that its manager wants.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers/patch.go applyPatcher. The merge is in
 * k8s.io/apimachinery managedfields; this file handles the request's options and decodes the
 * result.
 */
import { err, ok } from '#base/result';
import { rfc3339, type SimTime } from '#base/sim-time';
import { decodeObject } from '#k8s.io/apimachinery/decode';
import { badRequest, conflict, decodeError } from '#k8s.io/apimachinery/errors';
import {
  asObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { ledgerOf } from '#k8s.io/apimachinery/managedfields/ledger';
import { noManagers } from '#k8s.io/apimachinery/managedfields/managers';
import { serverSideApply } from '#k8s.io/apimachinery/managedfields/server-side-apply';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { groupResource } from '#k8s.io/apimachinery/resources';
import { customAtom } from '../apiextensions/custom-atom.ts';
import { fieldFilterOf, writerOf } from '../registry/field-ownership.ts';
import type { Transformed } from '../registry/rest-storage.ts';
import { expectedKind } from './decode.ts';
import type { ResourceRequest } from './handler.ts';
import { fieldValidationOf } from './options.ts';

export const applyPatch = 'application/apply-patch+yaml';

/** The object after the configuration in the body has been applied. */
export function applied(
  request: ResourceRequest,
  live: KubeObject | undefined,
  now: SimTime,
): Transformed {
  const { attrs, exchange, resource } = request;
  const configuration = exchange.http.body;
  if (!isJsonObject(configuration)) {
    return err(badRequest('error decoding YAML: the body is not an object'));
  }
  const { apiVersion, version, kind } = expectedKind(request);
  const uid = uidOf(configuration);
  if (live === undefined && uid !== '') {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    return err(conflict(groupResource(resource), attrs.name, why));
  }
  const result = serverSideApply({
    live,
    managers: (live && ledgerOf(live)?.managers) ?? noManagers,
    configuration,
    apiVersion,
    kind,
    atom: customAtom(resource),
    writer: { ...writerOf(attrs, 'Apply'), time: rfc3339(now) },
    force: exchange.info.query['force'] === 'true',
    filter: fieldFilterOf(resource, attrs.subresource),
  });
  if (!result.ok) return result;
  const { duplicates = [] } = exchange.http;
  if (duplicates.length > 0) {
    const lines = duplicates.map((line) => `\n  ${line}`).join('');
    const why = `error converting YAML to JSON: yaml: unmarshal errors:${lines}`;
    const validation = fieldValidationOf(exchange.info.query);
    if (validation === 'Strict') return err(badRequest(`error strict decoding YAML: ${why}`));
    if (validation === 'Warn') exchange.warn(why);
  }
  const { object, managers } = result.value;
  const decoded = decodeObject(object);
  if (!decoded.ok) return err(decodeError(kind, version, decoded.error));
  return { ...ok(asObject<KubeObject>(decoded.value.object)), managers };
}

function uidOf({ metadata }: JsonObject): JsonValue {
  return isJsonObject(metadata) ? (metadata['uid'] ?? '') : '';
}
