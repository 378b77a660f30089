/** Source: kubernetes pkg/registry/core/limitrange, pkg/apis/core/validation ValidateLimitRange. */
import type { LimitRange, LimitRangeItem } from '#k8s.io/api/core/v1';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import { approximateValue, compareQuantities } from '#k8s.io/apimachinery/quantity';
import { qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import { type Errors, formed, none } from '../generic/checks.ts';
import { defineStrategy } from '../strategy.ts';
import { containerResourceNameErrors, resourceNameErrors } from './pod/resources-validation.ts';

type Amounts = Readonly<Record<string, string>>;

/**
 * Pairs of values that must be in order: the field that the error names, the lower and the upper
 * value with their names, and the field whose value the error shows (null: the same field). Source:
 * ValidateLimitRange.
 */
const orders = [
  ['min', 'min', 'min value', 'max', 'max value', 'min'],
  ['defaultRequest', 'min', 'min value', 'defaultRequest', 'default request value', null],
  ['defaultRequest', 'defaultRequest', 'default request value', 'max', 'max value', null],
  [
    'defaultRequest',
    'defaultRequest',
    'default request value',
    'default',
    'default limit value',
    null,
  ],
  ['default', 'min', 'min value', 'default', 'default value', 'min'],
  ['default', 'default', 'default value', 'max', 'max value', 'max'],
] as const;

function validateAmounts(item: LimitRangeItem, name: string, path: string): Errors {
  const errors: FieldError[] = [];
  const amount = (key: (typeof orders)[number][1 | 3]): string | undefined =>
    (item[key] as Amounts | undefined)?.[name];
  for (const [named, low, lowText, high, highText, shown] of orders) {
    const less = amount(low);
    const more = amount(high);
    if (less === undefined || more === undefined || compareQuantities(less, more) <= 0) continue;
    const field = `${path}.${named}[${name}]`;
    const detail = `${lowText} ${less} is greater than ${highText} ${more}`;
    errors.push(invalidValue(field, amount(shown ?? named), detail));
  }
  const ratio = item.maxLimitRequestRatio?.[name];
  if (ratio === undefined) return errors;
  const field = `${path}.maxLimitRequestRatio[${name}]`;
  if (compareQuantities(ratio, '1') < 0) {
    errors.push(invalidValue(field, ratio, `ratio ${ratio} is less than 1`));
  }
  const min = amount('min');
  const max = amount('max');
  if (min !== undefined && max !== undefined) {
    const most = approximateValue(max) / approximateValue(min);
    if (approximateValue(ratio) > most) {
      const detail = `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`;
      errors.push(invalidValue(field, ratio, detail));
    }
  }
  return errors;
}

const types = ['Container', 'Pod', 'PersistentVolumeClaim'];

type AmountsKey = 'max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio';

/** Source: validateLimitRangeResourceName. */
function nameErrors(item: LimitRangeItem, path: string, keys: readonly AmountsKey[]): Errors {
  const ofContainers = item.type === 'Pod' || item.type === 'Container';
  const check = ofContainers ? containerResourceNameErrors : resourceNameErrors;
  return keys.flatMap((key) =>
    Object.keys(item[key] ?? {})
      .sort()
      .flatMap((name) => check(name, `${path}.${key}[${name}]`)),
  );
}

function validateItem(item: LimitRangeItem, path: string): Errors {
  const { type, min = {}, max = {} } = item;
  const errors: FieldError[] = [];
  if (!types.includes(type)) {
    const wrong = formed(`${path}.type`, type, qualifiedNameErrors(type));
    const detail = 'must be a standard limit type or fully qualified';
    const bare = wrong.length === 0 && !type.includes('/');
    errors.push(...wrong, ...(bare ? [invalidValue(`${path}.type`, type, detail)] : none));
  }
  errors.push(...nameErrors(item, path, ['max', 'min']));
  if (type === 'Pod') {
    const detail = "may not be specified when `type` is 'Pod'";
    if (Object.keys(item.default ?? {}).length > 0) {
      errors.push(forbiddenField(`${path}.default`, detail));
    }
    if (Object.keys(item.defaultRequest ?? {}).length > 0) {
      errors.push(forbiddenField(`${path}.defaultRequest`, detail));
    }
  } else errors.push(...nameErrors(item, path, ['default', 'defaultRequest']));
  if (type === 'PersistentVolumeClaim' && !('storage' in min) && !('storage' in max)) {
    const detail = 'either minimum or maximum storage value is required, but neither was provided';
    errors.push(required(`${path}.limits`, detail));
  }
  errors.push(...nameErrors(item, path, ['maxLimitRequestRatio']));
  const names = new Set(
    [max, min, item.default, item.defaultRequest, item.maxLimitRequestRatio].flatMap((amounts) =>
      Object.keys(amounts ?? {}),
    ),
  );
  for (const name of [...names].sort()) errors.push(...validateAmounts(item, name, path));
  return errors;
}

function validate({ spec }: LimitRange): Errors {
  const seen = new Set<string>();
  return (spec.limits ?? []).flatMap((item, index) => {
    const path = `spec.limits[${index}]`;
    const repeated = seen.has(item.type);
    seen.add(item.type);
    return [
      ...(repeated ? [duplicate(`${path}.type`, item.type)] : none),
      ...validateItem(item, path),
    ];
  });
}

export const limitRangeStrategy = defineStrategy<LimitRange>({
  validate,
  validateUpdate: validate,
  createOnUpdate: true,
});
