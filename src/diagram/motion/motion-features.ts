/** The features of framer-motion that animate elements in the page, without layout and dragging. */
export { domAnimation as default } from 'framer-motion';
