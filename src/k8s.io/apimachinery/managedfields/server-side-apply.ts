/**
 * Server-side apply of one configuration to one object.
 *
 * Models k8s.io/apimachinery pkg/util/managedfields/internal: versioncheck.go, lastappliedmanager.go,
 * lastappliedupdater.go, structuredmerge.go and conflict.go. In: the stored object (or none) and a
 * configuration. Out: the new object with its managers, or the Status that says why not.
 */
import { err, ok, type Result } from '#base/result';
import { applyConflict, badRequest, unknownError } from '../errors.ts';
import { goJson, isJsonObject, type JsonObject, type JsonValue } from '../json-value.ts';
import type { KubeObject, Status, StatusCause } from '../meta/v1.ts';
import { difference, type FieldSet, isEmptySet, pathsOf, pathText } from './field-set.ts';
import { emptyObject } from './ledger.ts';
import { type Managers, managerText } from './managers.ts';
import { toFieldSet } from './to-field-set.ts';
import { type Atom, atomOfKind } from './typed.ts';
import {
  applyConfiguration,
  type Conflict,
  type FieldFilter,
  managersAfterUpdate,
  type Writer,
} from './updater.ts';
import { configurationFaults, faultsText } from './validate.ts';

export interface ApplyRequest {
  /** Undefined: there is no such object yet. */
  readonly live: KubeObject | undefined;
  readonly managers: Managers;
  readonly configuration: JsonObject;
  readonly apiVersion: string;
  readonly kind: string;
  /** What the kind consists of; absent: as its Go type says. */
  readonly atom?: Atom | undefined;
  readonly writer: Writer;
  readonly force: boolean;
  readonly filter: FieldFilter;
}

export interface ApplyResult {
  /** Not decoded yet: members that were taken away stand as null. */
  readonly object: JsonObject;
  readonly managers: Managers;
}

/** The manager that takes over from client-side apply. */
const kubectl = 'kubectl';
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

export function serverSideApply(request: ApplyRequest): Result<ApplyResult, Status> {
  const { configuration, apiVersion, kind } = request;
  const { apiVersion: sentVersion = '', kind: sentKind = '' } = configuration;
  if (sentVersion !== apiVersion || sentKind !== kind) {
    const type = `${groupVersion(String(sentVersion))}, Kind=${String(sentKind)}`;
    return err(badRequest(`invalid object type: ${type}`));
  }
  const metadata = metadataOf(configuration);
  if (metadata['managedFields'] !== undefined && metadata['managedFields'] !== null) {
    return err(badRequest('metadata.managedFields must be nil'));
  }
  const { atom = atomOfKind(apiVersion, kind) } = request;
  const faults = configurationFaults(atom, configuration);
  if (faults.length > 0) {
    const name = String(metadata['name'] ?? '');
    const place = `${String(metadata['namespace'] ?? '')}/${name}`;
    const what = `(${place}; ${groupVersion(apiVersion)}, Kind=${kind})`;
    return err(unknownError(`failed to create typed patch object ${what}: ${faultsText(faults)}`));
  }
  return applied(request, atom);
}

const metadataOf = ({ metadata }: JsonObject): JsonObject =>
  isJsonObject(metadata) ? metadata : {};

/** Go's GroupVersion text: the core group leaves its slash. */
const groupVersion = (apiVersion: string): string =>
  apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;

function applied(request: ApplyRequest, atom: Atom): Result<ApplyResult, Status> {
  const { configuration, writer, filter } = request;
  const empty = emptyObject(request.apiVersion, request.kind);
  const live = (request.live ?? empty) as JsonValue;
  const managers =
    request.managers.size > 0
      ? request.managers
      : managersAfterUpdate(request.managers, atom, empty, live, beforeFirst(writer), filter);
  const apply = (force: boolean) =>
    applyConfiguration({ managers, atom, live, configuration, writer, force, filter });
  let result = apply(request.force);
  if ('conflicts' in result && writer.name === kubectl) {
    const allowed = fieldsOfLastApplied(atom, request.live);
    const left = allowed === undefined ? result.conflicts : without(result.conflicts, allowed);
    if (left.length > 0) return err(conflictStatus(left));
    result = apply(true);
  }
  if ('conflicts' in result) return err(conflictStatus(result.conflicts));
  const object = result.object as JsonObject;
  const noted = writer.name === kubectl ? withNote(object, configuration) : object;
  return ok({ object: noted, managers: result.managers });
}

/** Fields that nobody owned get this manager. Source: skipNonAppliedManager. */
const beforeFirst = (writer: Writer): Writer => ({
  ...writer,
  name: 'before-first-apply',
  operation: 'Update',
});

/** What client-side apply set before, if it did. Source: allowedConflictsFromLastApplied. */
function fieldsOfLastApplied(atom: Atom, live: KubeObject | undefined): FieldSet | undefined {
  const note = live?.metadata.annotations?.[lastApplied];
  if (note === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(note);
  } catch {
    return undefined;
  }
  if (!isJsonObject(parsed)) return undefined;
  if (parsed['apiVersion'] !== live?.apiVersion) return undefined;
  return toFieldSet(atom, parsed);
}

const without = (conflicts: readonly Conflict[], allowed: FieldSet): readonly Conflict[] =>
  conflicts
    .map(({ manager, fields }) => ({ manager, fields: difference(fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields));

/**
 * The last-applied annotation of client-side apply is kept up to date, where there is one.
 * Source: lastAppliedUpdater.
 */
function withNote(object: JsonObject, configuration: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  const { annotations } = metadata;
  if (!isJsonObject(annotations) || annotations[lastApplied] === undefined) return object;
  const { [lastApplied]: _, ...others } = metadataAnnotations(configuration);
  const sent = { ...metadataOf(configuration) } as Record<string, JsonValue>;
  delete sent['managedFields'];
  if (sent['annotations'] !== undefined) sent['annotations'] = others;
  const note = `${goJson({ ...configuration, metadata: sent })}\n`;
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...annotations, [lastApplied]: note } },
  };
}

function metadataAnnotations(configuration: JsonObject): JsonObject {
  const { annotations } = metadataOf(configuration);
  return isJsonObject(annotations) ? annotations : {};
}

/** Source: NewConflictError. Managers are listed in the order of their names. */
function conflictStatus(conflicts: readonly Conflict[]): Status {
  const told = conflicts
    .map(({ manager, fields }) => ({ by: managerText(manager), paths: pathsOf(fields) }))
    .sort((a, b) => (a.by < b.by ? -1 : 1));
  const causes: readonly StatusCause[] = told.flatMap(({ by, paths }) =>
    paths.map((path) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${by}`,
      field: pathText(path),
    })),
  );
  const [only] = causes;
  if (causes.length === 1 && only !== undefined) {
    return applyConflict(causes, `Apply failed with 1 conflict: ${only.message}: ${only.field}`);
  }
  const lines = told.flatMap(({ by, paths }) => [
    `conflicts with ${by}:`,
    ...paths.map((path) => `- ${pathText(path)}`),
  ]);
  return applyConflict(causes, `Apply failed with ${causes.length} conflicts: ${lines.join('\n')}`);
}
