/** ConfigMaps and secrets. Source: kubernetes pkg/registry/core/{configmap,secret}/strategy.go. */
import type { ConfigMap, Secret } from '#k8s.io/api/core/v1';
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  tooLong,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { configMapKeyErrors } from '#k8s.io/apimachinery/validation';
import { immutableField } from '../common-strategies.ts';
import { defineStrategy } from '../strategy.ts';
import { secretSizeErrors, secretTypeErrors } from './secret.ts';

type Data = Readonly<Record<string, string>>;

const keyErrors = (path: string, data: Data = {}): readonly FieldError[] =>
  Object.keys(data)
    .sort()
    .flatMap((key) =>
      configMapKeyErrors(key).map((text) => invalidValue(`${path}[${key}]`, key, text)),
    );

function validateConfigMap({ data, binaryData = {} }: ConfigMap): readonly FieldError[] {
  const both = Object.keys(data ?? {}).filter((key) => Object.hasOwn(binaryData, key));
  return [
    ...keyErrors('data', data),
    ...both.map((key) =>
      invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData'),
    ),
    ...keyErrors('binaryData', binaryData),
    ...sizeErrors(data, binaryData),
  ];
}

/** Source: ValidateConfigMap: all values together have the same limit as in a Secret. */
function sizeErrors(data: Data = {}, binaryData: Data = {}): readonly FieldError[] {
  let bytes = 0;
  for (const key in data) bytes += data[key]?.length ?? 0;
  for (const key in binaryData) bytes += ((binaryData[key]?.length ?? 0) / 4) * 3;
  return bytes > maxBytes ? [tooLong('', maxBytes)] : [];
}

const maxBytes = 1024 * 1024;

interface Immutable {
  readonly immutable?: boolean;
  readonly data?: Data;
  readonly binaryData?: Data;
}

/** Once set, `immutable` stays set and the data cannot change. */
function frozen(object: Immutable, old: Immutable): readonly FieldError[] {
  if (old.immutable !== true) return [];
  const detail = 'field is immutable when `immutable` is set';
  return [
    ...(object.immutable === true ? [] : [forbiddenField('immutable', detail)]),
    ...(['data', 'binaryData'] as const).flatMap((part) =>
      deepEqual(object[part] ?? {}, old[part] ?? {}) ? [] : [forbiddenField(part, detail)],
    ),
  ];
}

export const configMapStrategy = defineStrategy<ConfigMap>({
  validate: validateConfigMap,
  validateUpdate: (object, old) => [...frozen(object, old), ...validateConfigMap(object)],
});

const validateSecret = (secret: Secret): readonly FieldError[] => [
  ...keyErrors('data', secret.data),
  ...secretSizeErrors(secret),
  ...secretTypeErrors(secret),
];

export const secretStrategy = defineStrategy<Secret>({
  validate: validateSecret,
  validateUpdate: (object, old) => [
    ...immutableField('', 'type', object.type, old.type),
    ...frozen(object, old),
    ...validateSecret(object),
  ],
  fields: { type: (object) => (object as Secret).type ?? '' },
});
