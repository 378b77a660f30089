/**
 * Metrics as Prometheus reads them. Models github.com/prometheus/common expfmt text_create.go:
 * families by name, samples in the order of their labels, labels in theirs.
 */

interface Sample {
  /** `_bucket`, `_sum`, `_count` of a histogram. */
  readonly suffix?: string;
  /** `{a="b"}`; empty for none. */
  readonly labels: string;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  /** With the level of stability before it: `[STABLE] …`. */
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';

/** The bounds of a histogram come last, as its series are told apart by the others. */
const last = 'le';

export function labelsOf(labels: Readonly<Record<string, string>>): string {
  const names = Object.keys(labels)
    .filter((name) => name !== last)
    .sort();
  if (last in labels) names.push(last);
  const pairs = names.map((name) => `${name}="${escaped(labels[name] ?? '')}"`);
  return `{${pairs.join(',')}}`;
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

/** A family without samples is absent. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(textOf)
    .join('');
}

function textOf({ name, help, type, samples }: Family): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${labels} ${value}`,
  );
  // The samples of one histogram stay together, in their own order.
  const sorted = type === 'histogram' ? lines : lines.toSorted();
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...sorted].join('\n')}\n`;
}
