/**
 * The addresses that this page starts workers from, where the browser has to be told that they are
 * meant (Trusted Types): the simulator's own script, and a blob that imports it.
 */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

/** The policy's name stands in the page's Content-Security-Policy. */
const policy = trustedTypes?.createPolicy('podyssey', {
  createScriptURL(address) {
    if (address.startsWith('blob:') || isOwn(address)) return address;
    throw new TypeError(`No worker is started from ${address}.`);
  },
});

function isOwn(address: string): boolean {
  return new URL(address, document.baseURI).origin === new URL(document.baseURI).origin;
}

/** The address as the browser takes it for a worker. */
export const scriptAddress = (address: string): string =>
  (policy?.createScriptURL(address) ?? address) as string;
