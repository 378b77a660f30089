/** Objects for the API server: sent, then shown in each form that kubectl knows. */
import fc from 'fast-check';
import type { FuzzKind } from '../fuzz-kind.ts';
import { pick } from '../inputs/pick.ts';
import { schemaObjects } from '../inputs/schema-objects.ts';
import type { Fields } from '../inputs/whole-objects.ts';
import { ClusterDoor, joined } from './cluster-door.ts';

interface SentObject {
  /** The words of kubectl that send it. */
  readonly verb: string;
  readonly object: Fields;
}

const verbs = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'create --validate=false',
      'apply --validate=false',
      'replace --force --validate=false --grace-period=0',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'create',
      'apply',
      'apply --server-side --force-conflicts --validate=false',
      'apply --server-side',
      'create --dry-run=server --validate=false',
      'diff',
    ),
  },
  { weight: 1, arbitrary: pick('delete replace describe scale') },
);

export const manifestKind: FuzzKind<SentObject> = {
  inputs: fc.record({ verb: verbs, object: schemaObjects }),
  open(seed, patience) {
    const door = new ClusterDoor(seed, patience);
    return ({ verb, object }) => {
      const stdin = JSON.stringify(object);
      const send = (words: string) => door.type({ argv: `${words} -f -`.split(' '), stdin });
      return joined([send(verb), send('get -o wide'), send('describe')]);
    };
  },
};
