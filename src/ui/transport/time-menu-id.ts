import { pressButtonOf } from '../press-button.ts';

/** The id by which the keys find the menu of time. */
export const timeMenuId = 'time-menu';

/** Opens the menu, or closes it. */
export const toggleTimeMenu = (): void => pressButtonOf(timeMenuId);
