/**
 * What changing commands share: dry run, validation, the result line.
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
import { objectPrinter, printObject, withoutManagedFields } from './get/output.ts';
import { objectName } from './printers/names.ts';
import type { Session } from './session.ts';

export type DryRun = 'none' | 'client' | 'server';

export const dryRunFlag = stringFlag('dry-run', 'Must be "none", "server", or "client"', {
  default: 'none',
  noValue: 'unchanged',
});
export const outputFlag = stringFlag('output', 'Output format', { shorthand: 'o' });
/** Flags of commands that send objects from a file. */
export const saveConfigFlag = boolFlag('save-config', 'Keep the configuration in an annotation');
export const managedFieldsFlag = boolFlag('show-managed-fields', 'Keep managedFields');
export const validateFlag = stringFlag('validate', 'strict, warn or ignore unknown fields', {
  default: 'strict',
  noValue: 'strict',
});
export const fieldManagerFlag = (manager: string): FlagSpec =>
  stringFlag('field-manager', 'Name of the manager used to track field ownership', {
    default: manager,
  });

/** Real flags of every mutating command that are not simulated. */
export const refusedPrintFlags: readonly FlagSpec[] = refused(
  boolFlag('allow-missing-template-keys', 'Ignore errors in templates', { default: 'true' }),
);

/** `--template`, which stands in for what follows `-o go-template=`. */
export const templateFlag = stringFlag('template', 'Template string for -o go-template');

/** Flags of commands that change objects and print a result line. */
export const changeFlags: readonly FlagSpec[] = [
  dryRunFlag,
  outputFlag,
  managedFieldsFlag,
  templateFlag,
  ...refusedPrintFlags,
];

/** The same, of a command whose changes have a field manager. */
export const managedChangeFlags = (manager: string): readonly FlagSpec[] => [
  ...changeFlags,
  fieldManagerFlag(manager),
];

/** Source: strconv.ParseBool. */
const booleans = new Map<string, boolean>([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
]);

/** Source: helpers.go GetDryRunStrategy. */
export function dryRunOf(flags: FlagValues): Outcome<DryRun> {
  const value = flags.string('dry-run');
  const asked = booleans.get(value);
  if (asked !== undefined) return ok(asked ? 'client' : 'none');
  switch (value) {
    case 'none':
    case 'client':
    case 'server':
      return ok(value);
    case 'unchanged':
      return ok('client');
    default:
      return fail(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
  }
}

/** The warning for the old form of `--dry-run`. */
export function oldDryRun(flags: FlagValues): string | undefined {
  if (!flags.has('dry-run')) return undefined;
  const value = flags.string('dry-run');
  if (value === 'unchanged') {
    return '--dry-run is deprecated and can be replaced with --dry-run=client.';
  }
  const asked = booleans.get(value);
  if (asked === undefined) return undefined;
  const way = asked ? 'client' : 'none';
  return `--dry-run=${value} is deprecated (boolean value) and can be replaced with --dry-run=${way}.`;
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

/** The query parameters of a change: dry run, field manager, field validation. */
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
  { session, flags, path }: Invocation,
  resource: Resource,
  object: KubeObject | New<KubeObject>,
  operation: string,
  dryRun: DryRun,
): Outcome {
  const [, command = ''] = path.split(' ');
  const template = flags.has('template') ? flags.string('template') : '';
  const format = formatOf(flags);
  if (format === '') {
    session.out(`${shownName(object, resource)} ${operation}${dryRunSuffix[dryRun]}\n`);
    return ok(undefined);
  }
  const structs = !mapped.has(command) && path !== 'kubectl create';
  const printer = objectPrinter(format, { template, columns: false, structs });
  if (!printer.ok) return fail(printer.error);
  const whole = object as KubeObject;
  const shown = flags.bool('show-managed-fields') ? whole : withoutManagedFields(whole);
  if (format === 'yaml' && onePrinter.has(command)) divideDocuments(session);
  return printObject(session, printer.value, asJson(shown), resource);
}

/**
 * Prints the name from the server's response, which may differ from the sent one. Source:
 * NamePrinter.
 */
function shownName({ kind, metadata }: KubeObject | New<KubeObject>, resource: Resource): string {
  const name = (metadata.name ?? '') === '' ? '<unknown>' : (metadata.name as string);
  return kind === 'Status' ? `status/${name}` : objectName(resource, name);
}

/** The value of `-o`; a template alone asks for one. */
export function formatOf(flags: FlagValues): string {
  const asked = flags.has('output') ? flags.string('output') : '';
  if (asked !== '' || !flags.has('template')) return asked;
  return flags.string('template') === '' ? '' : 'go-template';
}

/** Commands that hold their objects as maps (unstructured), not as Go structs. */
const mapped: ReadonlySet<string> = new Set([
  'annotate',
  'apply',
  'cordon',
  'drain',
  'edit',
  'label',
  'patch',
  'replace',
  'scale',
  'taint',
  'uncordon',
  'wait',
]);

/** Commands whose objects go through one printer, which divides YAML documents. */
const onePrinter: ReadonlySet<string> = new Set([
  'annotate',
  'create',
  'expose',
  'replace',
  'run',
  'scale',
  'set',
  'wait',
]);

/** Prints the separator between YAML documents of one printer. */
export function divideDocuments(session: Session): void {
  const before = documents.get(session) ?? 0;
  documents.set(session, before + 1);
  if (before > 0) session.out('---\n');
}

/** How many documents a command has printed; nothing outlives the command. */
const documents = new WeakMap<Session, number>();
