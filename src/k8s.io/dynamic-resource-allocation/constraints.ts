/**
 * What the devices of one claim must have in common, or must not.
 * Models k8s.io/dynamic-resource-allocation/structured matchAttributeConstraint and its neighbour.
 */
import type { DeviceAttribute, DeviceConstraint } from '#k8s.io/api/resource/v1';
import type { PoolDevice } from './pools.ts';

interface Placed {
  readonly request: string;
  readonly device: PoolDevice;
}

export class Constraints {
  readonly #constraints: readonly DeviceConstraint[];

  constructor(constraints: readonly DeviceConstraint[]) {
    this.#constraints = constraints;
  }

  /** Whether one more device may join those that are chosen. */
  allow(present: readonly Placed[], request: string, device: PoolDevice): boolean {
    return this.#constraints.every((constraint) => {
      const { matchAttribute, distinctAttribute } = constraint;
      const attribute = matchAttribute ?? distinctAttribute;
      if (attribute === undefined || !concerns(constraint, request)) return true;
      const value = attributeOf(device, attribute);
      if (value === undefined) return false;
      const others = present.filter((one) => concerns(constraint, one.request));
      return others.every(
        (one) => (attributeOf(one.device, attribute) === value) === (matchAttribute !== undefined),
      );
    });
  }
}

/** No requests stand for all; a request stands for all its alternatives. */
const concerns = ({ requests = [] }: DeviceConstraint, request: string): boolean =>
  requests.length === 0 ||
  requests.includes(request) ||
  requests.includes(request.replace(/\/.*/, ''));

/** Kind and value of an attribute; a name without a domain is the driver's own. */
function attributeOf({ driver, device }: PoolDevice, name: string): string | undefined {
  const slash = name.indexOf('/');
  const own =
    name.slice(0, slash) === driver ? device.attributes?.[name.slice(slash + 1)] : undefined;
  const found: DeviceAttribute | undefined = device.attributes?.[name] ?? own;
  return found && JSON.stringify(found);
}
