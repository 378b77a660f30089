/** Reads Ginkgo's JSON report: which specs there are, and how they ended. */

export interface Spec {
  /** `[sig-apps] Deployment … [Conformance]` */
  readonly name: string;
  readonly state: string;
  /** In one line; empty when it did not fail. */
  readonly failure: string;
  readonly seconds: number;
}

interface SpecReport {
  readonly ContainerHierarchyTexts?: readonly string[] | null;
  readonly ContainerHierarchyLabels?: readonly (readonly string[] | null)[] | null;
  readonly LeafNodeType?: string;
  readonly LeafNodeText?: string;
  readonly State?: string;
  readonly RunTime?: number;
  readonly Failure?: { readonly Message?: string };
}

const nanosecondsOfSecond = 1e9;
const mostOfMessage = 600;

/** The specs of a report that are tests. */
export function specsOf(report: string): readonly Spec[] {
  const suites = JSON.parse(report) as readonly {
    readonly SpecReports?: readonly SpecReport[] | null;
  }[];
  return suites
    .flatMap(({ SpecReports }) => SpecReports ?? [])
    .filter(({ LeafNodeType }) => LeafNodeType === 'It')
    .map((spec) => ({
      name: [...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText ?? ''].join(' '),
      state: spec.State ?? 'unknown',
      failure: oneLine(spec.Failure?.Message ?? ''),
      seconds: Math.round((spec.RunTime ?? 0) / nanosecondsOfSecond),
    }));
}

/** What failed before any test, such as the wait for nodes; `undefined`: nothing did. */
export function failureOfSuite(report: string): string | undefined {
  const suites = JSON.parse(report) as readonly {
    readonly SpecReports?: readonly SpecReport[] | null;
  }[];
  const failed = suites
    .flatMap(({ SpecReports }) => SpecReports ?? [])
    .find(({ LeafNodeType, State }) => LeafNodeType !== 'It' && State === 'failed');
  return failed && oneLine(failed.Failure?.Message ?? 'the suite could not begin');
}

/**
 * The beginning of a text and its end, where a failure says why. Names that are drawn anew in each
 * run would make each page different.
 */
export function oneLine(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
    .replace(/0x[0-9a-f]{6,}/g, '0x…')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .trim();
  if (line.length <= mostOfMessage) return line;
  return `${line.slice(0, mostOfMessage / 2)} … ${line.slice(-mostOfMessage / 2)}`;
}
