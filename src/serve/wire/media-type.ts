/** Media types as HTTP headers write them. */

export const jsonType = 'application/json';
export const yamlType = 'application/yaml';
/** Of `/openapi/v2` and `/openapi/v3/…`: gnostic's messages, without an envelope. */
export const openApiV2Type = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
export const openApiV3Type = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf';
export const protobufType = 'application/vnd.kubernetes.protobuf';

/** `application/json;stream=watch` → `application/json`, in lower case. */
export function withoutParameters(mediaType: string): string {
  const semicolon = mediaType.indexOf(';');
  return (semicolon < 0 ? mediaType : mediaType.slice(0, semicolon)).trim().toLowerCase();
}

/** `application/json`, `application/merge-patch+json`, … */
export const isJson = (mediaType: string): boolean =>
  /^application\/([^;]+\+)?json$/.test(mediaType);

/** `application/yaml`, `application/apply-patch+yaml`. */
export const isYaml = (mediaType: string): boolean =>
  /^application\/([^;]+\+)?yaml$/.test(mediaType);
