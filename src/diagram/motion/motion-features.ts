/** What framer-motion needs to animate elements in the page: no layout, no dragging. */
export { domAnimation as default } from 'framer-motion';
