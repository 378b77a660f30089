/** How pages of others frame a walkthrough: the `sandbox` that they give it, or none. */
export const sandboxes = [
  '',
  'sandbox="allow-scripts"',
  'sandbox="allow-scripts allow-same-origin"',
] as const;
