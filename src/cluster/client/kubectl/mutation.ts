/**
 * What commands that change something share: dry run, validation, the line that says it is done.
 *
 * Models k8s.io/kubectl pkg/cmd/util (GetDryRunStrategy, GetValidationDirective) and cli-runtime
 * printers.NamePrinter.
 */
import { ok } from '#base/result';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { Invocation } from './command.ts';
import { boolFlag, type FlagSpec, refused, stringFlag } from './command-line/flag-spec.ts';
import type { FlagValues } from './command-line/parse-flags.ts';
import { fail, type Outcome } from './failure.ts';
import { objectPrinter, withoutManagedFields } from './get/output.ts';
import { objectName } from './printers/names.ts';

export type DryRun = 'none' | 'client' | 'server';

export const dryRunFlag = stringFlag('dry-run', 'Must be "none", "server", or "client"', {
  default: 'none',
  noValue: 'unchanged',
});
export const outputFlag = stringFlag('output', 'Output format', { shorthand: 'o' });
export const managedFieldsFlag = boolFlag('show-managed-fields', 'Keep managedFields');
export const validateFlag = stringFlag('validate', 'strict, warn or ignore unknown fields', {
  default: 'strict',
  noValue: 'strict',
});
export const fieldManagerFlag = (manager: string): FlagSpec =>
  stringFlag('field-manager', 'Name of the manager used to track field ownership', {
    default: manager,
  });

/** Flags of every mutating command that are real and not honoured. */
export const refusedPrintFlags: readonly FlagSpec[] = refused(
  boolFlag('allow-missing-template-keys', 'Ignore errors in templates', { default: 'true' }),
  stringFlag('template', 'Template string or path'),
);

/** Flags of commands that change objects and say so. */
export const changeFlags: readonly FlagSpec[] = [
  dryRunFlag,
  outputFlag,
  managedFieldsFlag,
  ...refusedPrintFlags,
];

/** The same, of a command whose changes have a field manager. */
export const managedChangeFlags = (manager: string): readonly FlagSpec[] => [
  ...changeFlags,
  fieldManagerFlag(manager),
];

/** Source: helpers.go GetDryRunStrategy. */
export function dryRunOf(flags: FlagValues): Outcome<DryRun> {
  const value = flags.string('dry-run');
  switch (value) {
    case 'none':
    case 'client':
    case 'server':
      return ok(value);
    case 'unchanged':
      return fail(
        '--dry-run flag without a value was specified. A value must be set: "none", "server", ' +
          'or "client".',
      );
    default:
      return fail(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
  }
}

/** The `fieldValidation` parameter. Source: helpers.go GetValidationDirective. */
export function fieldValidationOf(flags: FlagValues): Outcome<'Strict' | 'Warn' | 'Ignore'> {
  const value = flags.string('validate');
  switch (value) {
    case 'strict':
    case 'true':
      return ok('Strict');
    case 'warn':
      return ok('Warn');
    case 'ignore':
    case 'false':
      return ok('Ignore');
    default:
      return fail(
        `invalid - validate option "${value}"; must be one of: strict (or true), warn, ignore ` +
          '(or false)',
      );
  }
}

/** `dryRun=All` for a server dry run. */
export const dryRunQuery = (dryRun: DryRun): { readonly dryRun: string | undefined } => ({
  dryRun: dryRun === 'server' ? 'All' : undefined,
});

/** The parameters of a change: whether for show, in whose name, how strictly it is read. */
export const changeQuery = (
  flags: FlagValues,
  dryRun: DryRun,
  fieldValidation?: string,
): Readonly<Record<'dryRun' | 'fieldManager' | 'fieldValidation', string | undefined>> => ({
  ...dryRunQuery(dryRun),
  fieldManager: flags.string('field-manager'),
  fieldValidation,
});

const dryRunSuffix: Readonly<Record<DryRun, string>> = {
  none: '',
  client: ' (dry run)',
  server: ' (server dry run)',
};

/** `deployment.apps/nginx created`, or the object itself when `-o` asks for it. */
export function printChanged(
  { session, flags }: Invocation,
  resource: Resource,
  object: KubeObject | New<KubeObject>,
  operation: string,
  dryRun: DryRun,
): Outcome {
  const format = flags.has('output') ? flags.string('output') : '';
  if (format === '') {
    const name = object.metadata.name ?? '';
    session.out(`${objectName(resource, name)} ${operation}${dryRunSuffix[dryRun]}\n`);
    return ok(undefined);
  }
  const printer = objectPrinter(format);
  if (!printer.ok) return fail(printer.error);
  const whole = object as KubeObject;
  const shown = flags.bool('show-managed-fields') ? whole : withoutManagedFields(whole);
  const text = printer.value.print(asJson(shown), resource);
  if (!text.ok) return fail(text.error);
  session.out(text.value);
  return ok(undefined);
}
