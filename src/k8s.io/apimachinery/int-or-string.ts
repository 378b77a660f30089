/**
 * Values that are a count or a percentage, e.g. maxSurge.
 *
 * Models k8s.io/apimachinery/pkg/util/intstr. In: a number, `"25%"`, or a number in a string where
 * a port name may stand. Out: a count, or undefined where the text is no percentage.
 */
import type { IntOrString } from './meta/v1.ts';

/** The percentage of a text such as `25%`; undefined when it is none. */
export function percentOf(value: IntOrString): number | undefined {
  if (typeof value !== 'string' || !/^[+-]?\d+%$/.test(value)) return undefined;
  return Number.parseInt(value, 10);
}

/**
 * The count that a value stands for out of a total. `undefined` for a string without a percent
 * sign. Source: intstr.GetScaledValueFromIntOrPercent.
 */
export function scaledValue(
  value: IntOrString,
  total: number,
  round: 'up' | 'down',
): number | undefined {
  if (typeof value === 'number') return value;
  const percent = percentOf(value);
  if (percent === undefined) return undefined;
  const exact = (percent * total) / 100;
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact);
}

/** The value as text: `8080`, `http`, `25%`. Source: IntOrString.String. */
export const intOrStringText = (value: IntOrString): string => String(value);
