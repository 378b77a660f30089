/**
 * The reader of YAML, which a program may load later than kubectl: most commands have no manifest.
 *
 * In: once, the reader. Out: its answers. A document that comes before the reader fails loudly.
 */
import { assert } from '#base/assert';
import type { Result } from '#base/result';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';

/** A document as JSON, or the first error in go-yaml's words. */
export type ReadYaml = (text: string) => Result<JsonValue, string>;

let provided: ReadYaml | undefined;

/** Makes the reader known to this program, for good. */
export function provideYaml(read: ReadYaml): void {
  provided = read;
}

export const readYaml: ReadYaml = (text) => {
  assert(provided !== undefined, 'a manifest came, but this program has not loaded YAML');
  return provided(text);
};
