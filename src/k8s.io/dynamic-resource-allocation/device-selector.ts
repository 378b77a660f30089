/**
 * An expression that says whether a device is wanted.
 *
 * Models k8s.io/dynamic-resource-allocation/cel compile.go. In: the text, then devices of drivers.
 * Out: true or false, or why the expression cannot tell. `device` has no declared type here, so a
 * field that no device has is found when the expression runs.
 */
import { ok, type Result } from '#base/result';
import type { Device, DeviceAttribute } from '#k8s.io/api/resource/v1';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { withSemver } from './semver.ts';

export interface DeviceSelection {
  matches(driver: string, device: Device): Result<boolean, string>;
}

type Domains = Record<string, Record<string, unknown>>;

/** Compiles an expression; the error has the form in which the API server shows it. */
export function compileSelector(cel: Cel, expression: string): Result<DeviceSelection, string> {
  const environment = cel.environmentWith({ device: 'dyn' });
  const readVersion = withSemver(environment);
  const program = cel.compile(environment, expression, ['bool']);
  if (!program.ok) return program;
  const readQuantity = quantityReader(cel);
  const asked = domainsIn(expression);
  const celValueOf = ({ int, bool, string, version }: DeviceAttribute): unknown => {
    if (int !== undefined) return BigInt(int);
    return version === undefined ? (bool ?? string) : readVersion(version);
  };
  return ok({
    matches(driver, { attributes = {}, capacity = {} }) {
      const device = {
        driver,
        attributes: byDomain(asked, driver, attributes, celValueOf),
        capacity: byDomain(asked, driver, capacity, ({ value }) => readQuantity(value)),
        allowMultipleAllocations: false,
      };
      const answer = program.value.evaluate({ device });
      return answer.ok ? ok(answer.value === true) : answer;
    },
  });
}

/** Makes the language's own value of a quantity. */
function quantityReader(cel: Cel): (text: string) => unknown {
  const environment = cel.environmentWith({ text: 'string' });
  const program = cel.compile(environment, 'quantity(text)', []);
  return (text) => {
    const answer = program.ok ? program.value.evaluate({ text }) : program;
    return answer.ok ? answer.value : undefined;
  };
}

/** The domains that an expression names: each of them is a map, even where a device has none. */
const domainsIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/\[\s*["']([^"']*)["']\s*\]/g)].map(([, name = '']) => name);

/** A name without a domain is the driver's own. */
function byDomain<T>(
  asked: readonly string[],
  driver: string,
  values: Readonly<Record<string, T>>,
  celValueOf: (value: T) => unknown,
): Domains {
  const domains: Domains = Object.create(null);
  for (const name of asked) domains[name] = {};
  for (const [name, value] of Object.entries(values)) {
    const slash = name.indexOf('/');
    const domain = slash < 0 ? driver : name.slice(0, slash);
    domains[domain] = { ...domains[domain], [name.slice(slash + 1)]: celValueOf(value) };
  }
  return domains;
}
