import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

export const SHOWCASE_KINDS = ['MAIS_VENDIDOS', 'MARCA', 'CLASSE', 'PROMOCAO', 'CAMPANHA'] as const;

/** The products of a showcase. MAIS_VENDIDOS counts the orders of the last 30 days, once an hour. */
export const ShowcaseRule = Type.Object(
  {
    tipo: Type.Union(
      SHOWCASE_KINDS.map((value) => Type.Literal(value)),
      { title: 'Produtos' },
    ),
    /** The brand, the sales class or the campaign's number. */
    valor: Type.Optional(Type.String({ title: 'Qual', maxLength: 100 })),
    /** Stored by the hourly count: products in order. */
    produtos: Type.Optional(
      Type.Array(Type.Integer({ title: 'Produto' }), { title: 'Contados', maxItems: 50 }),
    ),
  },
  { title: 'Regra da vitrine', additionalProperties: false },
);
export type ShowcaseRule = Static<typeof ShowcaseRule>;

/** Number of cards in a showcase. */
export const SHOWCASE_SIZE = 12;

/** What a banner or showcase opens: products, customers, an article, the campaigns, or a screen of the console. */
export const LINK_TARGET_KINDS = ['NADA', 'PRODUTOS', 'CLIENTES', 'ARTIGO', 'CAMPANHA', 'TELA'] as const;
export type OpensKind = (typeof LINK_TARGET_KINDS)[number];

export interface OpensTarget {
  tipo: OpensKind;
  /** Search words, the article's number, or the path of the screen. */
  valor?: string;
}

/** A path within this console, never another site. */
const PATH = /^\/(?![/\\])[\w/?=&%.-]*$/;
const NUMBER = /^[1-9]\d{0,8}$/;

/** The page to open; `null` for products, which open in a dialog, and for an invalid target. */
export function linkTargetPath({ tipo, valor = '' }: OpensTarget): string | null {
  if (tipo === 'ARTIGO') return NUMBER.test(valor) ? `/artigo/${valor}` : null;
  if (tipo === 'CAMPANHA') return '/campanhas';
  if (tipo === 'CLIENTES')
    return valor ? `/clientes?filter=${encodeURIComponent(JSON.stringify({ q: valor }))}` : '/clientes';
  return tipo === 'TELA' && PATH.test(valor) ? valor : null;
}

/** What is wrong with the target, as a sentence. */
export function opensProblem({ tipo, valor = '' }: OpensTarget): string | null {
  if (tipo === 'PRODUTOS' && !valor.trim()) return 'Escreva as palavras que encontram os produtos.';
  if (tipo === 'ARTIGO' && !NUMBER.test(valor)) return 'Informe o código do artigo.';
  if (tipo === 'TELA' && !PATH.test(valor))
    return 'Informe o caminho de uma tela deste console, como /agendas ou /pedidos.';
  return null;
}
