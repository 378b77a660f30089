/** The files and links of an image as a folder, built once for all containers of the image. */
import type { Links } from './file-types.ts';
import { Folder } from './folder.ts';

const folders = new WeakMap<object, { readonly links: Links; readonly folder: Folder }>();

/** Each container takes a copy. `image`: texts by path; as long as it lives, it does not change. */
export function imageFolder(image: Readonly<Record<string, string>>, links: Links): Folder {
  const known = folders.get(image);
  if (known?.links === links) return known.folder;
  const folder = new Folder(Object.entries(image));
  for (const path in links) folder.setLink(path, links[path] ?? '');
  folders.set(image, { links, folder });
  return folder;
}
