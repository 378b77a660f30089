/** The signs that are explained in the bar under the map, as they are drawn. */
import type { ReactNode } from 'react';

/** A sign that consists of lines. */
export const svgSign = (lines: ReactNode): ReactNode => (
  <svg width="26" height="14" aria-hidden="true">
    {lines}
  </svg>
);

export const barSigns = {
  request: svgSign(
    <>
      <path className="route lit" d="M0 7h12" />
      <circle className="legend-dot" cx="17" cy="7" r="5" />
    </>,
  ),
  ring: svgSign(<circle className="legend-ring" cx="13" cy="7" r="5" />),
  watch: svgSign(<path className="watch" d="M1 7h24" />),
  stored: <i className="swatch" />,
  copy: <i className="swatch copy" />,
};
