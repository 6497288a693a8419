import polyglotI18nProvider from 'ra-i18n-polyglot';
import { ptBR } from './ptBR.ts';

/**
 * The console speaks one language. `allowMissing`: a key without a translation is itself the text, because
 * screens and the server pass Portuguese sentences to `notify`.
 */
export const i18nProvider = polyglotI18nProvider(
  () => ptBR,
  'pt-BR',
  [{ locale: 'pt-BR', name: 'Português (Brasil)' }],
  {
    allowMissing: true,
  },
);
