/**
 * TLS on a connection, as far as it is modelled: what is sent is marked as a record, so that each
 * side notices when the other does not speak TLS.
 */
const record = '\u0016\u0003\u0001';

export const tlsRecord = (text: string): string => `${record}${text}`;

/** What is in a record; undefined: the other side does not speak TLS. */
export const readTlsRecord = (data: string): string | undefined =>
  data.startsWith(record) ? data.slice(record.length) : undefined;
