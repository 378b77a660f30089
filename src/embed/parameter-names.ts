/** The names of the parameters of an address; the attributes of the element have the same names. */

export const parameterNames = [
  ...['scenario', 'seed', 'tour', 'lesson', 'chapter', 'step', 't', 'speed', 'autoplay', 'loop'],
  ...['theme', 'lang', 'view', 'focus', 'follow', 'ui', 'panel', 'quiz', 'keys', 'motion', 'bp'],
  'depth',
  'v',
] as const;
