/** The names of what an address may ask for; the attributes of the element have the same. */

export const parameterNames = [
  ...['scenario', 'seed', 'tour', 'lesson', 'chapter', 'step', 't', 'speed', 'autoplay', 'loop'],
  ...['theme', 'lang', 'view', 'focus', 'follow', 'ui', 'panel', 'quiz', 'keys', 'motion', 'bp'],
  'depth',
  'v',
] as const;
