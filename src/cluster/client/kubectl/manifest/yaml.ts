/**
 * The reader of YAML, which a program may load later than kubectl: most commands have no manifest.
 *
 * In: the reader, if the program has it. Out: one for the cluster; without the library a document
 * fails loudly.
 */
import { assert } from '#base/assert';
import type { Result } from '#base/result';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';

/** A document as JSON, or the first error in go-yaml's words. */
export type ReadYaml = (text: string) => Result<JsonValue, string>;

/** The reader of one cluster. It fails when a document comes and its program has no YAML. */
export const yamlReader =
  (provided: ReadYaml | undefined): ReadYaml =>
  (text) => {
    assert(provided !== undefined, 'a manifest came, but this program has not loaded YAML');
    return provided(text);
  };
