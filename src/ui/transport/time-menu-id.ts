/** How the keys find the menu of time, and open it or close it. */
import { pressButtonOf } from '../press-button.ts';

export const timeMenuId = 'time-menu';

export const toggleTimeMenu = (): void => pressButtonOf(timeMenuId);
