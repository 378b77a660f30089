/** Defines how a kind is shown as rows of a table. Source: kubernetes pkg/printers. */
import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Container, PodSpec } from '#k8s.io/api/core/v1';
import { humanDuration } from '#k8s.io/apimachinery/duration';
import type { KubeObject, TableCell, TableColumnDefinition } from '#k8s.io/apimachinery/meta/v1';

export interface Printer {
  readonly columns: readonly TableColumnDefinition[];
  cells(object: KubeObject, now: SimTime): readonly TableCell[];
}

/** Names of columns have marks: a leading `*` means only with `-o wide`; `#` means a number. */
export function definePrinter<T extends KubeObject>(
  names: readonly string[],
  cells: (object: T, now: SimTime) => readonly TableCell[],
): Printer {
  return {
    columns: names.map(columnOf),
    // A printer only gets objects of its own resource.
    cells: (object, now) => cells(object as T, now),
  };
}

function columnOf(written: string): TableColumnDefinition {
  const wide = written.startsWith('*');
  const number = written.includes('#');
  const name = written.replace(/^[*#]+/, '');
  return {
    name,
    type: number ? 'integer' : 'string',
    format: name === 'Name' ? 'name' : '',
    description: '',
    priority: wide ? 1 : 0,
  };
}

/** The age of a moment: `5s`, `3m2s`. */
export function since(time: string | null | undefined, now: SimTime): string {
  const at = time === undefined || time === null ? undefined : parseRfc3339(time);
  return at === undefined ? '<unknown>' : humanDuration((now - at) / second);
}

export const ageOf = (object: KubeObject, now: SimTime): string =>
  since(object.metadata.creationTimestamp, now);

export const orNone = (text: string | undefined): string =>
  text === undefined || text === '' ? '<none>' : text;

/** Names and images of a template's containers, in two cells. */
export function containerCells(spec: PodSpec | undefined): readonly [string, string] {
  const containers: readonly Container[] = spec?.containers ?? [];
  return [
    containers.map(({ name }) => name).join(','),
    containers.map(({ image }) => image ?? '').join(','),
  ];
}
