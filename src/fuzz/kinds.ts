/** Every kind of hostile input by its name, in the order in which `npm run fuzz` plays them. */
import { type AnyFuzzKind, anyKind } from './fuzz-kind.ts';
import { celKind } from './kinds/cel.ts';
import { lessonKind } from './kinds/lessons.ts';
import { lineKind } from './kinds/lines.ts';
import { linkKind } from './kinds/links.ts';
import { manifestKind } from './kinds/manifests.ts';
import { messageKind } from './kinds/messages.ts';
import { patchKind } from './kinds/patches.ts';
import { savedRunKind } from './kinds/saved-runs.ts';
import { shellKind } from './kinds/shell.ts';
import { yamlKind } from './kinds/yaml.ts';

export const kinds = {
  lines: anyKind(lineKind),
  manifests: anyKind(manifestKind),
  patches: anyKind(patchKind),
  cel: anyKind(celKind),
  yaml: anyKind(yamlKind),
  links: anyKind(linkKind),
  lessons: anyKind(lessonKind),
  messages: anyKind(messageKind),
  'saved-runs': anyKind(savedRunKind),
  shell: anyKind(shellKind),
} satisfies Readonly<Record<string, AnyFuzzKind>>;

export type KindName = keyof typeof kinds;
