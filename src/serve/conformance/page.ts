/** The results as a page: how many passed for each SIG, and why the others did not. */
import { reasonOf } from './out-of-reach.ts';
import type { Results, TestResult } from './results.ts';

const sigOf = (name: string): string => /^\[(sig-[\w-]+)\]/.exec(name)?.[1] ?? 'others';
const short = (name: string): string =>
  name.replace(/^\[sig-[\w-]+\] /, '').replace(/ \[Conformance\]$/, '');

type Kind = 'passed' | 'failed' | 'out of reach' | 'not run';
const kinds: readonly Kind[] = ['passed', 'failed', 'out of reach', 'not run'];

interface Row {
  readonly name: string;
  readonly kind: Kind;
  readonly reason: string;
}

function rowOf([name, result]: readonly [string, TestResult]): Row {
  const far = reasonOf(name);
  const kind = result.state !== 'passed' && far !== undefined ? 'out of reach' : result.state;
  return { name, kind, reason: (kind === 'out of reach' ? far : result.reason) ?? '' };
}

/** Text that means nothing to Markdown or to a template. */
const plain = (text: string): string =>
  `\`${text.replaceAll('`', "'").replaceAll('|', '¦').replaceAll('{{', '{ {')}\``;

const introduction = `# Conformance

Kubernetes v1.36 has 446 tests that a conformant cluster passes. They are compiled programs that
nobody here wrote, they speak to a cluster over the wire, and they know nothing of this simulator.
\`npm run serve:conformance\` runs them against \`npm run serve\` and writes this page.

No container runs here: the programs of the test images are simulated, too. So this is no claim of
conformance. It says which behaviour of a cluster the simulator reproduces so well that the tests of
a real one cannot tell the difference.

\`\`\`sh
npm run serve:conformance -- --e2e e2e.test --kubectl kubectl --focus sig-auth
\`\`\`

A test runs once, and again only if it failed. Tests wait on the wall clock; \`--speed\` lets
the cluster's own time run ahead of it.
`;

/** The page in Markdown. */
export function pageOf(results: Results): string {
  const rows = Object.entries(results).map(rowOf);
  const sigs = [...new Set(rows.map(({ name }) => sigOf(name)))].sort();
  const count = (of: readonly Row[]): string =>
    kinds.map((kind) => of.filter((row) => row.kind === kind).length).join(' | ');
  const table = [
    `| | ${kinds.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(kinds.length)}`,
    ...sigs.map((sig) => `| ${sig} | ${count(rows.filter(({ name }) => sigOf(name) === sig))} |`),
    `| all ${rows.length} | ${count(rows)} |`,
  ];
  const sections = sigs.map((sig) => {
    const own = rows.filter(({ name }) => sigOf(name) === sig);
    const listed = kinds.flatMap((kind) => listOf(own, kind));
    return [`## ${sig}`, '', ...listed].join('\n');
  });
  return [introduction, ...table, '', ...sections].join('\n');
}

const titles: Readonly<Record<Kind, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  'out of reach': 'Out of reach',
  'not run': 'Not run yet',
};

function listOf(rows: readonly Row[], kind: Kind): readonly string[] {
  const own = rows.filter((row) => row.kind === kind);
  if (own.length === 0) return [];
  const lines = own.map(({ name, reason }) =>
    reason === '' ? `- ${plain(short(name))}` : `- ${plain(short(name))}: ${plain(reason)}`,
  );
  return [`### ${titles[kind]}`, '', ...lines, ''];
}
