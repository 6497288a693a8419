import { permissionsOf } from '#data/authProvider.ts';
import { currentInitialLoad } from '#data/session.ts';

/**
 * Why a search for a personal value finds nothing: the person sees such values masked and is found nothing by them. `null` if
 * they see them in full, or if the text is none of these.
 */
export function maskedMiss(term: string): string | null {
  const load = currentInitialLoad();
  if (!load || permissionsOf(load.modulos).can('DADOS_PESSOAIS') || !isPersonal(term)) return null;
  return 'Você não vê dados pessoais: CPF, telefone e e-mail não acham nada. Busque pelo nome ou código.';
}

/** An e-mail, or the digits of a CPF or a phone. */
function isPersonal(term: string): boolean {
  if (/\S@\S/.test(term)) return true;
  const digits = term.replace(/[\s().+/-]/g, '');
  return /^\d+$/.test(digits) && digits.length >= 8 && digits.length <= 13;
}
