/**
 * Named formats: `!format.dns1123Label().validate(object.metadata.name).hasValue()`.
 * Models k8s.io/apiserver pkg/cel/library/format.go.
 */
import { Optional } from '@marcbachmann/cel-js';
import { parseRfc3339 } from '#base/sim-time';
import {
  dns1035LabelErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  labelValueErrors,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import { functions, type Library, namespace } from './library.ts';

type Check = (text: string) => readonly string[];

class FormatValue {
  readonly check: Check;

  constructor(check: Check) {
    this.check = check;
  }
}

const shaped =
  (shape: RegExp, what: string): Check =>
  (text) =>
    shape.test(text) ? [] : [`does not match ${what}`];

const hex = '[0-9a-fA-F]';
const uuid = new RegExp(`^${hex}{8}-?${hex}{4}-?${hex}{4}-?${hex}{4}-?${hex}{12}$`);
const prefixed =
  (check: Check): Check =>
  (text) =>
    check(text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const formats: Readonly<Record<string, Check>> = {
  dns1123Label: dns1123LabelErrors,
  dns1123Subdomain: dns1123SubdomainErrors,
  dns1035Label: dns1035LabelErrors,
  dns1123LabelPrefix: prefixed(dns1123LabelErrors),
  dns1123SubdomainPrefix: prefixed(dns1123SubdomainErrors),
  dns1035LabelPrefix: prefixed(dns1035LabelErrors),
  qualifiedName: qualifiedNameErrors,
  labelValue: labelValueErrors,
  uri: shaped(/^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/\S+$|^\/\S*$/, 'a URI'),
  uuid: shaped(uuid, 'the UUID format'),
  byte: shaped(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'base64'),
  date: shaped(/^\d{4}-\d{2}-\d{2}$/, 'a date'),
  datetime: (text) => (parseRfc3339(text) === undefined ? ['does not match a date-time'] : []),
};

export const namedFormats: Library = (environment) => {
  const type = 'kubernetes.NamedFormat';
  environment.registerType(type, FormatValue as never);
  namespace(environment, 'format', 'kubernetes.Formats');
  for (const [name, check] of Object.entries(formats)) {
    const value = new FormatValue(check);
    functions(environment, { [`kubernetes.Formats.${name}(): ${type}`]: () => value });
  }
  functions(environment, {
    [`kubernetes.Formats.named(string): optional<${type}>`]: (_: unknown, name: string) => {
      const check = formats[name];
      return check === undefined ? Optional.none() : Optional.of(new FormatValue(check));
    },
    [`${type}.validate(string): optional<list<string>>`]: (value: FormatValue, text: string) => {
      const problems = value.check(text);
      return problems.length === 0 ? Optional.none() : Optional.of([...problems]);
    },
  });
};
