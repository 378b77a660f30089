/** `kubectl describe configmap|secret`. Source: describe.go ConfigMapDescriber, SecretDescriber. */
import { asciiText, decodeBase64 } from '#base/base64';
import type { ConfigMap, Secret } from '#k8s.io/api/core/v1';
import { describeMetadata, simpleDescriber } from './simple-describer.ts';

const bytesOf = (text: string): number => decodeBase64(text)?.length ?? text.length;

export const describeConfigMap = simpleDescriber<ConfigMap>((page, map) => {
  const { data = {}, binaryData = {} } = map;
  describeMetadata(page, map);
  page.line(0, '\nData\n====');
  for (const key of Object.keys(data).sort()) {
    page.line(0, `${key}:\n----`);
    page.line(0, `${data[key]}\n`);
  }
  page.line(0, '\nBinaryData\n====');
  for (const key of Object.keys(binaryData).sort()) {
    page.line(0, `${key}: ${bytesOf(binaryData[key] ?? '')} bytes`);
  }
  page.line(0, '');
});

const tokenType = 'kubernetes.io/service-account-token';

export const describeSecret = simpleDescriber<Secret>(
  (page, secret) => {
    const { data = {}, type } = secret;
    describeMetadata(page, secret);
    page.line(0, `\nType:\t${type ?? ''}`);
    page.line(0, '\nData\n====');
    for (const key of Object.keys(data).sort()) {
      const bytes = decodeBase64(data[key] ?? '');
      const shown =
        key === 'token' && type === tokenType
          ? asciiText(bytes ?? new Uint8Array())
          : `${bytes?.length ?? 0} bytes`;
      page.line(0, `${key}:\t${shown}`);
    }
  },
  { events: false },
);
