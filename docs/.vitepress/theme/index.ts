/** The look of the project's own pages: the tokens of the page itself, one column, one list. */
import '../../../src/ui/theme/tokens.css';
import './docs.css';
import Layout from './layout.vue';

export default { Layout };
