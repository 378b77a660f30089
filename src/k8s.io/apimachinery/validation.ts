/**
 * The formats of names, labels and the like, with the texts people search for.
 *
 * Models k8s.io/apimachinery/pkg/util/validation validation.go and pkg/api/validate/content.
 * In: a value. Out: what is wrong with it, as a list of texts; an empty list is a valid value.
 */

import { canonicalIPv6 } from '#base/ipv6';

type Errors = readonly string[];
const valid: Errors = [];

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`;
const dns1035Pattern = '[a-z]([-a-z0-9]*[a-z0-9])?';
const namePattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const labelValuePattern = `(${namePattern})?`;
const keyPattern = '[-._a-zA-Z0-9]+';

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`);
const labelRegex = whole(labelPattern);
const subdomainRegex = whole(subdomainPattern);
const dns1035Regex = whole(dns1035Pattern);
const nameRegex = whole(namePattern);
const labelValueRegex = whole(labelValuePattern);
const keyRegex = whole(keyPattern);
const wildcardRegex = whole(`\\*\\.${subdomainPattern}`);

/** Source: validation.MaxLenError; labels have the one of content, which counts bytes. */
const maxLengthError = (length: number, unit = 'characters'): string =>
  `must be no more than ${length} ${unit}`;

/** Source: validation.RegexError: the rule, then examples, then the pattern. */
function regexError(message: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${pattern}')`;
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${shown}regex used for validation is '${pattern}')`;
}

const checked = (
  value: string,
  maxLength: number,
  fits: boolean,
  text: string,
  unit?: 'bytes',
): Errors => {
  if (value.length <= maxLength && fits) return valid;
  return [
    ...(value.length > maxLength ? [maxLengthError(maxLength, unit)] : []),
    ...(fits ? [] : [text]),
  ];
};

const labelText = regexError(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must" +
    ' start and end with an alphanumeric character',
  labelPattern,
  'my-name',
  '123-abc',
);

/** Container, volume and namespace names. Source: IsDNS1123Label. */
export function dns1123LabelErrors(value: string): Errors {
  const fits = labelRegex.test(value);
  const text = !fits && subdomainRegex.test(value) ? 'must not contain dots' : labelText;
  return checked(value, 63, fits, text);
}

const subdomainText = regexError(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.'," +
    ' and must start and end with an alphanumeric character',
  subdomainPattern,
  'example.com',
);

/** The names of most objects. Source: IsDNS1123Subdomain. */
export const dns1123SubdomainErrors = (value: string): Errors =>
  checked(value, 253, subdomainRegex.test(value), subdomainText);

const dns1035Text = regexError(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an" +
    ' alphabetic character, and end with an alphanumeric character',
  dns1035Pattern,
  'my-name',
  'abc-123',
);

/** Source: IsDNS1035Label. */
export const dns1035LabelErrors = (value: string): Errors =>
  checked(value, 63, dns1035Regex.test(value), dns1035Text);

const wildcardText = regexError(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which" +
    " must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric" +
    ' character',
  `\\*\\.${subdomainPattern}`,
  '*.example.com',
);

/** Hosts of an Ingress. Source: IsWildcardDNS1123Subdomain. */
export const wildcardSubdomainErrors = (value: string): Errors =>
  checked(value, 253, wildcardRegex.test(value), wildcardText);

const qualifiedNameText = regexError(
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end" +
    ' with an alphanumeric character',
  namePattern,
  'MyName',
  'my.name',
  '123-abc',
);

/** Label and annotation keys: `[prefix/]name`. Source: IsQualifiedName (IsLabelKey). */
export function qualifiedNameErrors(value: string): Errors {
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${qualifiedNameShape} with an optional DNS subdomain prefix and '/'` +
        " (e.g. 'example.com/MyName')",
    ];
  }
  const name = parts[parts.length - 1] ?? '';
  const prefix = parts.length === 2 ? (parts[0] ?? '') : undefined;
  const ofPrefix = prefixErrors(prefix);
  const ofName = namePartErrors(name);
  return ofPrefix.length === 0 ? ofName : [...ofPrefix, ...ofName];
}

const qualifiedNameShape = regexError(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an" +
    ' alphanumeric character',
  namePattern,
  'MyName',
  'my.name',
  '123-abc',
);

function prefixErrors(prefix: string | undefined): Errors {
  if (prefix === undefined) return valid;
  if (prefix === '') return ['prefix part must be non-empty'];
  const fits = subdomainRegex.test(prefix);
  return checked(prefix, 253, fits, subdomainText, 'bytes').map((error) => `prefix part ${error}`);
}

function namePartErrors(name: string): Errors {
  if (name === '') return ['name part must be non-empty', qualifiedNameText];
  return checked(name, 63, nameRegex.test(name), qualifiedNameText, 'bytes').map((error) =>
    error.startsWith('must be') ? `name part ${error}` : error,
  );
}

const labelValueText = regexError(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.'," +
    ' and must start and end with an alphanumeric character',
  labelValuePattern,
  'MyValue',
  'my_value',
  '12345',
);

/** Source: IsValidLabelValue. */
export const labelValueErrors = (value: string): Errors =>
  checked(value, 63, labelValueRegex.test(value), labelValueText, 'bytes');

const configMapKeyText = regexError(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  keyPattern,
  'key.name',
  'KEY_NAME',
  'key-name',
);

/** Keys of ConfigMaps and Secrets. Source: IsConfigMapKey. */
export function configMapKeyErrors(value: string): Errors {
  if (value === '.') return ["must not be '.'"];
  if (value === '..') return ["must not be '..'"];
  if (value.startsWith('..')) return ["must not start with '..'"];
  return checked(value, 253, keyRegex.test(value), configMapKeyText);
}

/** Environment variable names: any printable ASCII but `=`. Source: IsRelaxedEnvVarName. */
export function envVarNameErrors(value: string): Errors {
  if (value === '') return ['environment variable name must be non-empty'];
  return /^[ -<>-~]+$/.test(value) ? valid : [envVarText];
}

const envVarText =
  'a valid environment variable name must consist only of printable ASCII characters' +
  " other than '='";

/** Source: InclusiveRangeError. */
export const inclusiveRangeError = (low: number, high: number): string =>
  `must be between ${low} and ${high}, inclusive`;

/** Source: IsValidPortNum. */
export const portNumberErrors = (port: number): Errors =>
  port >= 1 && port <= 65535 ? valid : [inclusiveRangeError(1, 65535)];

/** Names of ports: 1 to 15 of [a-z0-9-], with a letter. Source: IsValidPortName. */
export function portNameErrors(name: string): Errors {
  const errors: string[] = [];
  if (name.length > 15) errors.push(maxLengthError(15));
  if (!/^[-a-z0-9]+$/.test(name))
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) errors.push('must contain at least one letter (a-z)');
  if (name.includes('--')) errors.push('must not contain consecutive hyphens');
  if (/^-|-$/.test(name)) errors.push('must not begin or end with a hyphen');
  return errors;
}

/** Source: IsValidPercent. */
export const percentErrors = (value: string): Errors =>
  /^[0-9]+%$/.test(value)
    ? valid
    : [
        regexError(
          "a valid percent string must be a numeric string followed by an ending '%'",
          '[0-9]+%',
          '1%',
          '93%',
        ),
      ];

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4Regex = whole(`${octet}(\\.${octet}){3}`);

export const isIPv4 = (value: string): boolean => ipv4Regex.test(value);

/** A plain check of shape: hex groups with at most one `::`, and perhaps IPv4 at the end. */
export function isIPv6(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2 || !value.includes(':')) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const tail = isIPv4(last) ? 2 : groups.length > 0 ? 1 : 0;
  const head = groups.slice(0, groups.length > 0 ? -1 : 0);
  if (!head.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  if (tail === 1 && !/^[0-9a-fA-F]{1,4}$/.test(last)) return false;
  const count = head.length + tail;
  return halves.length === 2 ? count < 8 : count === 8;
}

/** Source: IsValidIP. */
export const ipErrors = (value: string): Errors =>
  isIPv4(value) || isIPv6(value)
    ? valid
    : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];

/** Fields of newer kinds take only the one form of an address. Source: IsValidIP. */
export function canonicalIpErrors(value: string): Errors {
  const errors = ipErrors(value);
  if (errors.length > 0 || isIPv4(value)) return errors;
  const canonical = canonicalIPv6(value);
  if (canonical.startsWith('::ffff:') && canonical.includes('.')) {
    return ['must not be an IPv4-mapped IPv6 address'];
  }
  return canonical === value ? valid : [`must be in canonical form ("${canonical}")`];
}

/** Source: IsValidCIDR. */
export function cidrErrors(value: string): Errors {
  const [address = '', bits = '', more] = value.split('/');
  const sized = more === undefined && /^\d{1,3}$/.test(bits);
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return sized && Number(bits) <= most
    ? valid
    : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
}

const headerText = regexError(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  '[-A-Za-z0-9]+',
  'X-Header-Name',
);

/** Source: IsHTTPHeaderName. */
export const httpHeaderErrors = (value: string): Errors =>
  /^[-A-Za-z0-9]+$/.test(value) ? valid : [headerText];

const underscoreLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const underscoreText = regexError(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or" +
    " '.', and must start and end with an alphanumeric character",
  `${underscoreLabel}(\\.${underscoreLabel})*`,
  'example.com',
);

/** Search domains. Source: IsDNS1123SubdomainWithUnderscore. */
export const underscoreSubdomainErrors = (value: string): Errors =>
  checked(
    value,
    253,
    whole(`${underscoreLabel}(\\.${underscoreLabel})*`).test(value),
    underscoreText,
  );
