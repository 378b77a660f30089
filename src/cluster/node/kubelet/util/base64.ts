/** Base64 as Secret data carries it, without the host's own functions. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The UTF-8 text behind base64; characters outside the alphabet are skipped. */
export function decodeBase64(text: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
