import type { Banner } from '../../../../contract/callcenter/home.ts';

/** The page that a banner or showcase leads to; `null` for products, which open in a dialog. Never another site. */
export function opensPath({ tipo, valor = '' }: Banner['abre']): string | null {
  if (tipo === 'ARTIGO') return /^\d+$/.test(valor) ? `/artigo/${valor}` : null;
  if (tipo === 'CAMPANHA') return '/campanhas';
  return tipo === 'TELA' && /^\/(?![/\\])[\w/?=&%.-]*$/.test(valor) ? valor : null;
}
