/** Starts the page in a frame: the picture at once, the interface when somebody wants it. */
import { openFrame } from '#embed/frame';

const root = document.getElementById('root');
if (root === null) throw new Error('embed/index.html has no element with id "root"');
openFrame(root, () => import('./frame-app.tsx'));
