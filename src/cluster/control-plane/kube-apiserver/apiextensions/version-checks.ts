/**
 * Checks one version of a definition except its schema: columns, subresources and selectable
 * fields.
 *
 * Models k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation validation.go.
 */
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '#k8s.io/api/apiextensions/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  required,
  tooMany,
} from '#k8s.io/apimachinery/field-error';

type Errors = readonly FieldError[];
type Version = CustomResourceDefinitionVersion;

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = [
  'byte',
  'date',
  'date-time',
  'double',
  'float',
  'int32',
  'int64',
  'password',
];
const maxSelectableFields = 8;

/** Source: validateCustomResourceDefinitionVersion, without the schema. */
export function checkVersion(version: Version, path: string): Errors {
  const { deprecated = false, deprecationWarning, additionalPrinterColumns = [] } = version;
  const columns = childPath(path, 'additionalPrinterColumns');
  return [
    ...checkWarning(deprecated, deprecationWarning, childPath(path, 'deprecationWarning')),
    ...checkScale(version, childPath(path, 'subresources', 'scale')),
    ...additionalPrinterColumns.flatMap((column, index) =>
      checkColumn(column, indexPath(columns, index)),
    ),
    ...checkSelectableFields(version, childPath(path, 'selectableFields')),
  ];
}

/** Source: validateDeprecationWarning. */
function checkWarning(deprecated: boolean, warning: string | undefined, path: string): Errors {
  if (warning === undefined) return [];
  if (!deprecated) return [invalidValue(path, warning, 'can only be set for deprecated versions')];
  if (warning === '') return [invalidValue(path, warning, 'must not be an empty string')];
  if (warning.length <= 256) return [];
  return [invalidValue(path, warning, 'must be <= 256 characters long')];
}

/** Source: ValidateCustomResourceColumnDefinition. */
function checkColumn(column: CustomResourceColumnDefinition, path: string): Errors {
  const { name, type, format = '', jsonPath } = column;
  const errors: FieldError[] = [];
  const at = (member: string): string => childPath(path, member);
  if (name === '') errors.push(required(at('name')));
  const types = `must be one of ${columnTypes.join(',')}`;
  if (type === '') errors.push(required(at('type'), types));
  else if (!columnTypes.includes(type)) errors.push(invalidValue(at('type'), type, types));
  if (format !== '' && !columnFormats.includes(format)) {
    errors.push(invalidValue(at('format'), format, `must be one of ${columnFormats.join(',')}`));
  }
  return [...errors, ...checkPath(jsonPath, at('JSONPath'))];
}

/** Source: ValidateCustomResourceDefinitionSubresources. */
function checkScale({ subresources }: Version, path: string): Errors {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  const wanted = (value: string, name: string, roots: readonly string[], text: string): Errors => {
    const wrong = checkPath(value, childPath(path, name));
    if (wrong.length > 0 || roots.some((root) => value.startsWith(root))) return wrong;
    return [invalidValue(childPath(path, name), value, `should be a json path under ${text}`)];
  };
  return [
    ...wanted(specReplicasPath, 'specReplicasPath', ['.spec.'], '.spec'),
    ...wanted(statusReplicasPath, 'statusReplicasPath', ['.status.'], '.status'),
    ...(labelSelectorPath === ''
      ? []
      : wanted(
          labelSelectorPath,
          'labelSelectorPath',
          ['.spec.', '.status.'],
          'either .spec or .status',
        )),
  ];
}

/** Source: validateSimpleJSONPath; an empty path is refused too. */
function checkPath(value: string, path: string): Errors {
  if (value === '') return [required(path)];
  if (value.startsWith('.')) return [];
  return [invalidValue(path, value, 'must be a simple json path starting with .')];
}

/** Source: ValidateCustomResourceSelectableFields. */
function checkSelectableFields({ selectableFields = [], schema }: Version, path: string): Errors {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  for (const [index, { jsonPath }] of selectableFields.entries()) {
    const at = childPath(indexPath(path, index), 'jsonPath');
    if (jsonPath === '') {
      errors.push(required(at));
      continue;
    }
    const found = schemaAt(schema?.openAPIV3Schema, jsonPath);
    if (typeof found === 'string') {
      errors.push(invalidValue(at, jsonPath, `is an invalid path: ${found}`));
      continue;
    }
    if (/^\.metadata(\.|$)/.test(jsonPath)) {
      errors.push(invalidValue(at, jsonPath, 'must not point to fields in metadata'));
    }
    if (!['string', 'boolean', 'integer'].includes(found.type ?? '')) {
      errors.push(invalidValue(at, jsonPath, unselectable));
    }
    if (known.has(jsonPath)) errors.push(duplicate(at, jsonPath));
    known.add(jsonPath);
  }
  if (known.size > maxSelectableFields) errors.push(tooMany(path, known.size, maxSelectableFields));
  return errors;
}

const unselectable =
  'must point to a field of type string, boolean or integer. ' +
  'Enum string fields and strings with formats are allowed.';

/** The schema at a path of names, or why there is none. Source: cel ValidFieldPath. */
function schemaAt(root: JSONSchemaProps | undefined, path: string): JSONSchemaProps | string {
  if (!path.startsWith('.')) {
    return `expected [ or . but got: ${path.slice(0, 1)}`;
  }
  let schema = root;
  for (const name of path.slice(1).split('.')) {
    const properties = schema?.properties ?? {};
    const extra = schema?.additionalProperties;
    schema = Object.hasOwn(properties, name)
      ? properties[name]
      : typeof extra === 'object'
        ? extra
        : undefined;
    if (schema === undefined) return 'does not refer to a valid field';
  }
  return schema ?? 'does not refer to a valid field';
}
