import { pressButtonOf } from '../press-button.ts';

/** The id by which the keys find the choices of “What if…”. */
export const whatIfId = 'what-if';

/** Opens the choices, or closes them. */
export const toggleWhatIf = (): void => pressButtonOf(whatIfId);
