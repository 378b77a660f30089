/** Starts the page: mounts the application on the root element. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with id "root"');

createRoot(root).render(
  <StrictMode>
    <h1>Podyssey</h1>
  </StrictMode>,
);
