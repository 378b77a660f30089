/**
 * A walkthrough on a page of Docusaurus, or of any site in React 19. `site` is where Podyssey lies;
 * every other attribute is a parameter of the walkthrough.
 */
import { useEffect } from 'react';

export default function Podyssey({ site, title, ...parameters }) {
  useEffect(() => {
    const src = new URL('element.js', new URL(site, document.baseURI)).href;
    if (document.querySelector(`script[src="${src}"]`)) return;
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
  }, [site]);
  return (
    <podyssey-walkthrough {...parameters} base={site}>
      <a href={site}>{title}</a>
    </podyssey-walkthrough>
  );
}
