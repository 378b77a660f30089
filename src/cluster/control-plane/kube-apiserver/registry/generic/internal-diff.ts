/** What a refused update would change, in the words of the API server's own types. */
import { internalJsonLines } from '#k8s.io/apimachinery/schema/internal-lines';
import { sequenceDiff } from '#k8s.io/apimachinery/sequence-diff';

/** Source: k8s.io/apimachinery/pkg/util/diff Diff. `struct` is a name of the schema table. */
export const internalDiff = (struct: string, old: object, now: object): string =>
  sequenceDiff(internalJsonLines(struct, old), internalJsonLines(struct, now));
