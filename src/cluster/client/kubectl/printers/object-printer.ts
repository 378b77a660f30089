/** The printer of one `-o` format. */
import type { Result } from '#base/result';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import type { Resource } from '#k8s.io/client-go/rest/resource';

export interface ObjectPrinter {
  /** Whether several objects are printed as one list. */
  readonly joins: boolean;
  readonly print: (value: JsonValue, resource: Resource) => Result<string, string>;
  /** The output that was printed before an error. */
  readonly remains?: (value: JsonValue) => string;
}
