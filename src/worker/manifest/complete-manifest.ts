/** What can be written at a place of a manifest: fields, kinds, values, with what they are. */
import type { PropertyView } from '#cluster/client/kubectl/explain/schema-view';
import { knownKinds } from '#k8s.io/apimachinery/schema/schema';
import type { ManifestOption } from '../protocol.ts';
import { type PlaceInText, placeInText } from './place-in-text.ts';
import { propertyOf, viewAt, viewOfKind } from './view-at.ts';

interface Completion {
  readonly from: number;
  readonly options: readonly ManifestOption[];
}

const none: Completion = { from: 0, options: [] };

export function completeManifest(text: string, offset: number): Completion {
  const place = placeInText(text, offset);
  if (place === undefined) return none;
  const options = place.valueOf === undefined ? fieldsAt(place) : valuesAt(place, place.valueOf);
  return { from: place.from, options };
}

function fieldsAt(place: PlaceInText): readonly ManifestOption[] {
  const { apiVersion, kind, path, siblings } = place;
  const view = viewOfKind(apiVersion, kind);
  if (view === undefined) return path.length === 0 ? firstFields(siblings) : [];
  const fields = viewAt(view, path)?.properties ?? [];
  return fields
    .filter(({ name }) => !siblings.has(name) && !(path.length === 0 && name === 'status'))
    .map((field) => optionOf(field, place.column));
}

function optionOf(field: PropertyView, column: number): ManifestOption {
  const { name, type, required, description = '' } = field;
  const deeper = ' '.repeat(column + 2);
  const hasInner = field.inner() !== undefined || type.startsWith('map[');
  const opened = type.startsWith('[]') ? `:\n${deeper}- ` : `:\n${deeper}`;
  return {
    label: name,
    apply: name + (hasInner || type.startsWith('[]') ? opened : ': '),
    detail: required ? `${type}, required` : type,
    info: description,
  };
}

/** Until a kind is named, only what names it makes sense. */
const firstFields = (siblings: ReadonlySet<string>): readonly ManifestOption[] =>
  ['apiVersion', 'kind', 'metadata', 'spec']
    .filter((name) => !siblings.has(name))
    .map((label) => ({ label, apply: `${label}: `, detail: '', info: '' }));

function valuesAt(place: PlaceInText, name: string): readonly ManifestOption[] {
  const { apiVersion, kind, path } = place;
  if (path.length === 0 && name === 'kind') return kindsOf(apiVersion);
  if (path.length === 0 && name === 'apiVersion') return versionsOf(kind);
  const view = viewOfKind(apiVersion, kind);
  const within = view === undefined ? undefined : viewAt(view, path);
  const field = within === undefined ? undefined : propertyOf(within, name);
  const values = field?.type === 'boolean' ? ['true', 'false'] : (field?.values ?? []);
  return values.map((value) => plain(value, field?.type ?? ''));
}

const plain = (label: string, detail: string): ManifestOption => ({
  label,
  apply: label,
  detail,
  info: '',
});

const parts = (known: string): readonly [apiVersion: string, kind: string] => {
  const slash = known.lastIndexOf('/');
  return [known.slice(0, slash), known.slice(slash + 1)];
};

/** Nobody writes lists, and what has no name cannot be applied. */
const isWritten = (kind: string): boolean =>
  !/List$|Review$|Options$|Status$|^WatchEvent$/.test(kind);

function kindsOf(apiVersion: string): readonly ManifestOption[] {
  return knownKinds()
    .map(parts)
    .filter(([version, kind]) => isWritten(kind) && (apiVersion === '' || version === apiVersion))
    .map(([version, kind]) => plain(kind, version));
}

function versionsOf(kind: string): readonly ManifestOption[] {
  const versions = knownKinds()
    .map(parts)
    .filter(([, known]) => kind === '' || known === kind)
    .map(([version]) => version);
  return [...new Set(versions)].map((version) => plain(version, ''));
}
