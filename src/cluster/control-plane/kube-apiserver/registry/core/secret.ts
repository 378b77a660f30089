/** Source: kubernetes pkg/registry/core/secret, pkg/apis/core/validation ValidateSecret. */

import { textOfBase64 } from '#base/base64';
import type { Secret } from '#k8s.io/api/core/v1';
import { invalidValue, required, tooLong } from '#k8s.io/apimachinery/field-error';
import { type Errors, none } from '../generic/checks.ts';

const maxBytes = 1024 * 1024;

/** The number of bytes that a base64 text encodes. */
const decodedLength = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** Whether the values together are too large. */
export function secretSizeErrors({ data = {} }: Secret): Errors {
  let bytes = 0;
  for (const key in data) bytes += decodedLength(data[key] ?? '');
  return bytes > maxBytes ? [tooLong('data', maxBytes)] : none;
}

/** Go's error for a text that is not JSON; for errors inside an object it is less exact. */
function jsonFault(text: string): string | undefined {
  const start = text.trimStart().charAt(0);
  if (start !== '' && !'{["-0123456789tfn'.includes(start)) {
    return `invalid character '${start}' looking for beginning of value`;
  }
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'unexpected end of JSON input';
  }
}

const missing = (data: Readonly<Record<string, string>>, ...keys: readonly string[]): Errors =>
  keys.filter((key) => data[key] === undefined).map((key) => required(`data[${key}]`));

/** The keys that each type of secret requires. */
export function secretTypeErrors({ type, data = {}, metadata }: Secret): Errors {
  switch (type) {
    case 'kubernetes.io/service-account-token': {
      const annotation = 'kubernetes.io/service-account.name';
      const named = (metadata.annotations?.[annotation] ?? '') !== '';
      return named ? none : [required(`metadata.annotations[${annotation}]`)];
    }
    case 'kubernetes.io/dockercfg':
      return jsonUnder(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return jsonUnder(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      if (data['username'] !== undefined || data['password'] !== undefined) return none;
      return missing(data, 'username', 'password');
    case 'kubernetes.io/ssh-auth':
      return (data['ssh-privatekey'] ?? '') === '' ? [required('data[ssh-privatekey]')] : none;
    case 'kubernetes.io/tls':
      return missing(data, 'tls.crt', 'tls.key');
    default:
      return none;
  }
}

function jsonUnder(data: Readonly<Record<string, string>>, key: string): Errors {
  const text = data[key];
  if (text === undefined) return [required(`data[${key}]`)];
  const wrong = jsonFault(textOfBase64(text) ?? '');
  if (wrong === undefined) return none;
  return [invalidValue(`data[${key}]`, '<secret contents redacted>', wrong)];
}
