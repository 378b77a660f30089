/** Objects in the formats that need no table: yaml, json, name, columns, templates. */
import { err, ok, type Result } from '#base/result';
import { asJson, asObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { inStructOrder } from '#k8s.io/apimachinery/schema/struct-order';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import { fail, type Outcome } from '../failure.ts';
import { columnsPrinter } from '../printers/custom-columns.ts';
import { goTemplatePrinter } from '../printers/go-template.ts';
import { toJson, toOrderedJson } from '../printers/json.ts';
import { jsonPathPrinter } from '../printers/json-path.ts';
import { objectName } from '../printers/names.ts';
import type { ObjectPrinter } from '../printers/object-printer.ts';
import { toYaml } from '../printers/yaml.ts';
import type { Info } from '../resource/fetch-objects.ts';
import type { Session } from '../session.ts';

const changeFormats =
  'go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,' +
  'template,templatefile,yaml';
/** `get` has tables and columns besides. */
const getFormats = `custom-columns,custom-columns-file,${changeFormats.replace(',yaml', ',wide,yaml')}`;

const fileFormats = ['custom-columns-file', 'go-template-file', 'jsonpath-file', 'templatefile'];

/**
 * The printer of an `-o` value; `template` is that of `--template`, which stands in for what
 * follows the equals sign; `structs`: the objects are Go structs, not maps; `noHeaders`: columns have
 * none.
 * Source: cli-runtime print_flags.go ToPrinter, get_flags.go.
 */
export function objectPrinter(
  format: string,
  { template = '', columns = true, structs = false, noHeaders = false } = {},
): Result<ObjectPrinter, string> {
  const equals = template === '' ? format.indexOf('=') : -1;
  const name = equals < 0 ? format : format.slice(0, equals);
  const argument = equals < 0 ? template : format.slice(equals + 1);
  const formats = columns ? getFormats : changeFormats;
  const unknown = () =>
    err(
      `unable to match a printer suitable for the output format "${format}", ` +
        `allowed formats are: ${formats}`,
    );
  switch (name) {
    case 'yaml':
      return ok({ joins: true, print: (value) => ok(toYaml(value)) });
    case 'json':
      return ok({
        joins: true,
        print: (value) => ok(structs ? toOrderedJson(inStructOrder(value)) : toJson(value)),
      });
    case 'name':
      return ok({ joins: false, print: (value, resource) => ok(`${nameOf(value, resource)}\n`) });
    case 'custom-columns':
      return columns ? columnsPrinter(argument, noHeaders) : unknown();
    case 'jsonpath':
    case 'jsonpath-as-json':
      return jsonPathPrinter(argument, name === 'jsonpath-as-json');
    case 'go-template':
    case 'template':
      return goTemplatePrinter(argument);
    default:
      if (!formats.split(',').includes(name)) return unknown();
      if (!fileFormats.includes(name)) return err(`output format "${name}" is not simulated`);
      return argument === ''
        ? err('template format specified but no template given')
        : err(
            `error reading ${label(name)} ${argument}, open ${argument}: no such file or directory`,
          );
  }
}

const label = (format: string): string =>
  format === 'custom-columns-file' ? 'template' : '--template';

/** Prints one object, or the part before an error. */
export function printObject(
  { out }: Pick<Session, 'out'>,
  printer: ObjectPrinter,
  value: JsonValue,
  resource: Resource,
): Outcome {
  const text = printer.print(value, resource);
  out(text.ok ? text.value : (printer.remains?.(value) ?? ''));
  return text.ok ? ok(undefined) : fail(text.error);
}

/**
 * An object without a name, such as a kubeconfig or a review, is printed as unknown. Source:
 * NamePrinter.PrintObj.
 */
const nameOf = (value: JsonValue, resource: Resource): string =>
  objectName(resource, asObject<Partial<KubeObject>>(value).metadata?.name || '<unknown>');

/** Drops managedFields unless they were requested. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Several objects as the one list that `-o yaml` and `-o json` show. */
export const listOf = (infos: readonly Info[]): JsonValue => ({
  apiVersion: 'v1',
  kind: 'List',
  metadata: { resourceVersion: '' },
  items: infos.map(({ object }) => asJson(object)),
});
