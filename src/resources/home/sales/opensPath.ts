import type { Banner } from '../../../../contract/callcenter/home.ts';

/** Where a banner or showcase leads inside the console; `null` where it leads nowhere. Never to another site. */
export function opensPath({ tipo, valor = '' }: Banner['abre']): string | null {
  if (tipo === 'ARTIGO') return /^\d+$/.test(valor) ? `/artigo/${valor}` : null;
  if (tipo === 'CAMPANHA') return '/campanhas';
  if (tipo === 'PRODUTOS') return `/sugestoes?${new URLSearchParams({ produto: valor })}`;
  return tipo === 'TELA' && /^\/(?![/\\])[\w/?=&%.-]*$/.test(valor) ? valor : null;
}
