/** Objects in the formats that need no table: yaml, json, name, custom columns, jsonpath. */
import { err, ok, type Result } from '#base/result';
import { asJson, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import { columnsPrinter } from '../printers/custom-columns.ts';
import { toJson } from '../printers/json.ts';
import { jsonPathPrinter } from '../printers/json-path.ts';
import { objectName } from '../printers/names.ts';
import type { ObjectPrinter } from '../printers/object-printer.ts';
import { toYaml } from '../printers/yaml.ts';
import type { Info } from '../resource/fetch-objects.ts';

const formats =
  'custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,' +
  'jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,wide,yaml';

/** The printer of an `-o` value. Source: cli-runtime print_flags.go ToPrinter. */
export function objectPrinter(format: string): Result<ObjectPrinter, string> {
  const equals = format.indexOf('=');
  const name = equals < 0 ? format : format.slice(0, equals);
  const argument = equals < 0 ? '' : format.slice(equals + 1);
  switch (name) {
    case 'yaml':
      return ok({ joins: true, print: (value) => ok(toYaml(value)) });
    case 'json':
      return ok({ joins: true, print: (value) => ok(toJson(value)) });
    case 'name':
      return ok({ joins: false, print: (value, resource) => ok(`${nameOf(value, resource)}\n`) });
    case 'custom-columns':
      return columnsPrinter(argument);
    case 'jsonpath':
      return jsonPathPrinter(argument);
    default:
      return formats.split(',').includes(name)
        ? err(`output format "${name}" is not simulated`)
        : err(
            `unable to match a printer suitable for the output format "${format}", ` +
              `allowed formats are: ${formats}`,
          );
  }
}

const nameOf = (value: JsonValue, resource: Resource): string =>
  objectName(resource, (value as unknown as KubeObject).metadata.name);

/** Leaves out who manages which field, unless it was asked for. */
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
