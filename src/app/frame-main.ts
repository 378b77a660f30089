/** Starts the page in a frame: the picture at once, the interface when somebody wants it. */
import { openFrame } from '#embed/frame';

const root = document.getElementById('root');
if (root === null) throw new Error('embed/index.html has no element with id "root"');
// A host may show another run by the inputs of the address alone: no page is loaded then.
addEventListener('hashchange', () => location.reload());
openFrame(root, () => import('./frame-app.tsx'));
