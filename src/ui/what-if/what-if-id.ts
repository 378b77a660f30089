/** How the keys find the choices of “What if…”, and open them or close them. */
import { pressButtonOf } from '../press-button.ts';

export const whatIfId = 'what-if';

export const toggleWhatIf = (): void => pressButtonOf(whatIfId);
