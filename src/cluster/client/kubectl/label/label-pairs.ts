/** `a=b,c=d`, as flags give labels. Source: k8s.io/kubectl pkg/generate generate.go ParseLabels. */
import { ok } from '#base/result';
import { fail, type Outcome } from '../failure.ts';

export function labelPairs(text: string): Outcome<Readonly<Record<string, string>>> {
  const pairs: Record<string, string> = {};
  for (const pair of text.split(',').filter((each) => each !== '')) {
    const [key = '', value, ...more] = pair.split('=');
    if (value === undefined || more.length > 0) return fail(`unexpected label spec: ${pair}`);
    if (key === '') return fail('unexpected empty label key');
    pairs[key] = value;
  }
  return ok(pairs);
}
