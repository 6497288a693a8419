import type { ShowcaseRecord } from '../../../contract/callcenter/homeContent.ts';
import type { OpensKind, OpensTarget } from '../../../contract/rules/sales/showcase.ts';

export const OPENS_LABELS: Record<OpensKind, string> = {
  NADA: 'Nada',
  PRODUTOS: 'Uma busca de produtos',
  CLIENTES: 'A lista de clientes',
  ARTIGO: 'Um artigo da FAQ',
  CAMPANHA: 'As campanhas',
  TELA: 'Uma tela do console',
};

/** What `valor` is called, where there is one. */
export const OPENS_VALUES: Partial<Record<OpensKind, { label: string; hint: string }>> = {
  PRODUTOS: { label: 'Palavras da busca', hint: 'Por exemplo a marca: os produtos abrem em uma janela.' },
  CLIENTES: { label: 'Pesquisa de clientes', hint: 'Vazio: a lista inteira.' },
  ARTIGO: { label: 'Código do artigo', hint: 'O número no endereço do artigo.' },
  TELA: { label: 'Caminho da tela', hint: 'Por exemplo /agendas ou /pedidos. Só telas deste console.' },
};

const OPENS_SHORT: Record<OpensKind, string> = {
  NADA: 'Nada',
  PRODUTOS: 'Produtos',
  CLIENTES: 'Clientes',
  ARTIGO: 'Artigo',
  CAMPANHA: 'Campanhas',
  TELA: 'Tela',
};

/** In a list: 'Produtos: Bom Grão'. */
export const opensLabel = ({ tipo, valor }: OpensTarget): string =>
  valor ? `${OPENS_SHORT[tipo]}: ${valor}` : OPENS_SHORT[tipo];

export const PRODUCT_LABELS: Record<ShowcaseRecord['produtos']['tipo'], string> = {
  MAIS_VENDIDOS: 'Mais vendidos',
  MARCA: 'Marca',
  CLASSE: 'Classe',
  PROMOCAO: 'Em promoção',
  CAMPANHA: 'Campanha',
};
