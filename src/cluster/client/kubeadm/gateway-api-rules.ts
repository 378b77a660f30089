/**
 * What the definitions of the Gateway API ask of texts and of fields together: patterns, and rules
 * in CEL with their messages.
 *
 * Models sigs.k8s.io/gateway-api v1.6.3 config/crd/standard.
 */
import type { ValidationRule } from '#k8s.io/api/apiextensions/v1';

export type Rules = readonly ValidationRule[];

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${label}(\\.${label})*`;
const word = '[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?';

export const patterns = {
  conditionReason: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
  conditionType: `^(${subdomain}/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`,
  controller: `^${subdomain}\\/[A-Za-z0-9\\/\\-._~%!$&'()*+,;=:]+$`,
  duration: '^([0-9]{1,5}(h|m|s|ms)){1,4}$',
  group: `^$|^${subdomain}$`,
  header: "^[A-Za-z0-9!#$%&'*+\\-.^_\\x60|~]+$",
  host: `^(\\*\\.)?${subdomain}$`,
  kind: '^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$',
  namespace: `^${label}$`,
  preciseHost: `^${subdomain}$`,
  protocol: `^${word}$|${subdomain}\\/[A-Za-z0-9]+$`,
  section: `^${subdomain}$`,
} as const;

const rule = (message: string, text: string): ValidationRule => ({ message, rule: text });

export const immutable: Rules = [rule('Value is immutable', 'self == oldSelf')];

export const ofListeners: Rules = [
  rule(
    "tls must not be specified for protocols ['HTTP', 'TCP', 'UDP']",
    "self.all(l, l.protocol in ['HTTP', 'TCP', 'UDP'] ? !has(l.tls) : true)",
  ),
  rule(
    'tls mode must be Terminate for protocol HTTPS',
    "self.all(l, (l.protocol == 'HTTPS' && has(l.tls)) ? " +
      "(l.tls.mode == '' || l.tls.mode == 'Terminate') : true)",
  ),
  rule(
    'tls mode must be set for protocol TLS',
    "self.all(l, (l.protocol == 'TLS' ? has(l.tls) && has(l.tls.mode) && l.tls.mode != '' : true))",
  ),
  rule(
    "hostname must not be specified for protocols ['TCP', 'UDP']",
    "self.all(l, l.protocol in ['TCP', 'UDP']  ? (!has(l.hostname) || l.hostname == '') : true)",
  ),
  rule(
    'Listener name must be unique within the Gateway',
    'self.all(l1, self.exists_one(l2, l1.name == l2.name))',
  ),
  rule(
    'Combination of port, protocol and hostname must be unique for each listener',
    'self.all(l1, self.exists_one(l2, l1.port == l2.port && l1.protocol == l2.protocol && ' +
      '(has(l1.hostname) && has(l2.hostname) ? l1.hostname == l2.hostname : ' +
      '!has(l1.hostname) && !has(l2.hostname))))',
  ),
];

export const ofTls: Rules = [
  rule(
    'certificateRefs or options must be specified when mode is Terminate',
    "self.mode == 'Terminate' ? size(self.certificateRefs) > 0 || size(self.options) > 0 : true",
  ),
];

const sameNamespace =
  "(((!has(p1.__namespace__) || p1.__namespace__ == '') && " +
  "(!has(p2.__namespace__) || p2.__namespace__ == '')) || " +
  '(has(p1.__namespace__) && has(p2.__namespace__) && p1.__namespace__ == p2.__namespace__ ))';
const sameParent = `p1.group == p2.group && p1.kind == p2.kind && p1.name == p2.name && ${sameNamespace}`;
const noSection = (one: string): string => `(!has(${one}.sectionName) || ${one}.sectionName == '')`;
const ofOneParent = 'when parentRefs includes 2 or more references to the same parent';

export const ofParents: Rules = [
  rule(
    `sectionName must be specified ${ofOneParent}`,
    `self.all(p1, self.all(p2, ${sameParent} ? (${noSection('p1')} == ${noSection('p2')}) : true))`,
  ),
  rule(
    `sectionName must be unique ${ofOneParent}`,
    `self.all(p1, self.exists_one(p2, ${sameParent} && ((${noSection('p1')} && ${noSection('p2')}) ` +
      '|| (has(p1.sectionName) && has(p2.sectionName) && p1.sectionName == p2.sectionName))))',
  ),
];

const sixteen = Array.from({ length: 16 }, (_, n) => n);
export const ofRules: Rules = [
  rule(
    'While 16 rules and 64 matches per rule are allowed, the total number of matches across all ' +
      'rules in a route must be less than 128',
    `${sixteen.map((n) => `(self.size() > ${n} ? self[${n}].matches.size() : 0)`).join(' + ')} <= 128`,
  ),
];

/** A filter that replaces a prefix needs to know which. `kind`: `requestRedirect`. */
const replacesPrefix = (kind: string): string =>
  `f, has(f.${kind}) && has(f.${kind}.path) && f.${kind}.path.type == 'ReplacePrefixMatch' && ` +
  `has(f.${kind}.path.replacePrefixMatch)`;
const onePrefix =
  '((size(self.matches) != 1 || !has(self.matches[0].path) || ' +
  "self.matches[0].path.type != 'PathPrefix') ? false : true) : true";
const ownPrefix = (name: string, kind: string): ValidationRule =>
  rule(
    `When using ${name} filter with path.replacePrefixMatch, exactly one PathPrefix match must be ` +
      'specified',
    `(has(self.filters) && self.filters.exists_one(${replacesPrefix(kind)})) ? ${onePrefix}`,
  );
const backendPrefix = (when: string, name: string, kind: string): ValidationRule =>
  rule(
    `Within backendRefs, ${when} using ${name} filter with path.replacePrefixMatch, exactly one ` +
      'PathPrefix match must be specified',
    '(has(self.backendRefs) && self.backendRefs.exists_one(b, (has(b.filters) && ' +
      `b.filters.exists_one(${replacesPrefix(kind)})) )) ? ${onePrefix}`,
  );

export const ofRule: Rules = [
  rule(
    'RequestRedirect filter must not be used together with backendRefs',
    '(has(self.backendRefs) && size(self.backendRefs) > 0) ? (!has(self.filters) || ' +
      'self.filters.all(f, !has(f.requestRedirect))): true',
  ),
  ownPrefix('RequestRedirect', 'requestRedirect'),
  ownPrefix('URLRewrite', 'urlRewrite'),
  backendPrefix('when', 'RequestRedirect', 'requestRedirect'),
  backendPrefix('When', 'URLRewrite', 'urlRewrite'),
];

export const ofBackend: Rules = [
  rule(
    'Must have port for Service reference',
    "(size(self.group) == 0 && self.kind == 'Service') ? has(self.port) : true",
  ),
];

const oncePerRule = [
  'CORS',
  'RequestHeaderModifier',
  'ResponseHeaderModifier',
  'RequestRedirect',
  'URLRewrite',
];
export const ofFilters: Rules = [
  rule(
    'May specify either httpRouteFilterRequestRedirect or httpRouteFilterRequestRewrite, but not both',
    "!(self.exists(f, f.type == 'RequestRedirect') && self.exists(f, f.type == 'URLRewrite'))",
  ),
  ...oncePerRule.map((type) =>
    rule(`${type} filter cannot be repeated`, `self.filter(f, f.type == '${type}').size() <= 1`),
  ),
];

const fieldOf = {
  CORS: 'cors',
  RequestHeaderModifier: 'requestHeaderModifier',
  ResponseHeaderModifier: 'responseHeaderModifier',
  RequestMirror: 'requestMirror',
  RequestRedirect: 'requestRedirect',
  URLRewrite: 'urlRewrite',
  ExtensionRef: 'extensionRef',
} as const;
export const ofFilter: Rules = Object.entries(fieldOf).flatMap(([type, field]) => [
  rule(
    `filter.${field} must be nil if the filter.type is not ${type}`,
    `!(has(self.${field}) && self.type != '${type}')`,
  ),
  rule(
    `filter.${field} must be specified for ${type} filter.type`,
    `!(!has(self.${field}) && self.type == '${type}')`,
  ),
]);

const modifierField = (type: string, field: string): Rules => [
  rule(
    `${field} must be specified when type is set to '${type}'`,
    `self.type == '${type}' ? has(self.${field}) : true`,
  ),
  rule(
    `type must be '${type}' when ${field} is set`,
    `has(self.${field}) ? self.type == '${type}' : true`,
  ),
];
export const ofPathModifier: Rules = [
  ...modifierField('ReplaceFullPath', 'replaceFullPath'),
  ...modifierField('ReplacePrefixMatch', 'replacePrefixMatch'),
];

const literal = "when type one of ['Exact', 'PathPrefix']";
const ifLiteral = (message: string, test: string): ValidationRule =>
  rule(`${message} ${literal}`, `(self.type in ['Exact','PathPrefix']) ? ${test} : true`);
const pathCharacters = "^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$";
export const ofPath: Rules = [
  ifLiteral("value must be an absolute path and start with '/'", "self.value.startsWith('/')"),
  ...['//', '/./', '/../', '%2f', '%2F', '#'].map((part) =>
    ifLiteral(`must not contain '${part}'`, `!self.value.contains('${part}')`),
  ),
  ...['/..', '/.'].map((part) =>
    ifLiteral(`must not end with '${part}'`, `!self.value.endsWith('${part}')`),
  ),
  rule(
    "type must be one of ['Exact', 'PathPrefix', 'RegularExpression']",
    "self.type in ['Exact','PathPrefix'] || self.type == 'RegularExpression'",
  ),
  rule(
    `must only contain valid characters (matching ${pathCharacters}) for types ` +
      "['Exact', 'PathPrefix']",
    `(self.type in ['Exact','PathPrefix']) ? self.value.matches(r"""${pathCharacters}""") : true`,
  ),
];

export const ofTimeouts: Rules = [
  rule(
    'backendRequest timeout cannot be longer than request timeout',
    "!(has(self.request) && has(self.backendRequest) && duration(self.request) != duration('0s') " +
      '&& duration(self.backendRequest) > duration(self.request))',
  ),
];

export const ofMirror: Rules = [
  rule(
    'Only one of percent or fraction may be specified in HTTPRequestMirrorFilter',
    '!(has(self.percent) && has(self.fraction))',
  ),
];

export const ofFraction: Rules = [
  rule('numerator must be less than or equal to denominator', 'self.numerator <= self.denominator'),
];
