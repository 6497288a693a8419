import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

export const SHOWCASE_KINDS = ['MAIS_VENDIDOS', 'MARCA', 'CLASSE', 'PROMOCAO', 'CAMPANHA'] as const;

/** Which products a showcase holds. MAIS_VENDIDOS counts the orders of the last 30 days, once an hour. */
export const ShowcaseRule = Type.Object(
  {
    tipo: Type.Union(
      SHOWCASE_KINDS.map((value) => Type.Literal(value)),
      { title: 'Produtos' },
    ),
    /** The brand, the sales class or the campaign's number. */
    valor: Type.Optional(Type.String({ title: 'Qual', maxLength: 100 })),
    /** Kept by the hourly count: products in their order. */
    produtos: Type.Optional(
      Type.Array(Type.Integer({ title: 'Produto' }), { title: 'Contados', maxItems: 50 }),
    ),
  },
  { title: 'Regra da vitrine', additionalProperties: false },
);
export type ShowcaseRule = Static<typeof ShowcaseRule>;

/** Cards that a showcase shows. */
export const SHOWCASE_SIZE = 12;

/** What a banner or a showcase opens: products, customers, an article, the campaigns, a screen of the console. */
export const OPENS = ['NADA', 'PRODUTOS', 'CLIENTES', 'ARTIGO', 'CAMPANHA', 'TELA'] as const;
export type OpensKind = (typeof OPENS)[number];

export interface OpensTarget {
  tipo: OpensKind;
  /** Words to find by, the article's number, the path of the screen. */
  valor?: string;
}

/** A path of this console: never another site. */
const PATH = /^\/(?![/\\])[\w/?=&%.-]*$/;
const NUMBER = /^[1-9]\d{0,8}$/;

/** The page that is led to; `null` for products, which open in a dialog, and for what leads nowhere. */
export function opensPath({ tipo, valor = '' }: OpensTarget): string | null {
  if (tipo === 'ARTIGO') return NUMBER.test(valor) ? `/artigo/${valor}` : null;
  if (tipo === 'CAMPANHA') return '/campanhas';
  if (tipo === 'CLIENTES')
    return valor ? `/clientes?filter=${encodeURIComponent(JSON.stringify({ q: valor }))}` : '/clientes';
  return tipo === 'TELA' && PATH.test(valor) ? valor : null;
}

/** What is wrong with it, as a sentence. */
export function opensProblem({ tipo, valor = '' }: OpensTarget): string | null {
  if (tipo === 'PRODUTOS' && !valor.trim()) return 'Escreva as palavras que encontram os produtos.';
  if (tipo === 'ARTIGO' && !NUMBER.test(valor)) return 'Informe o código do artigo.';
  if (tipo === 'TELA' && !PATH.test(valor))
    return 'Informe o caminho de uma tela deste console, como /agendas ou /pedidos.';
  return null;
}
