import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, Id, Instant, Nullable, Strict, Text } from '../../route.ts';
import { MAX_PASTED_LINES } from '../../rules/orders/pastedLines.ts';
import { EditedQuote, QuoteProduct } from './quoteShapes.ts';

const EnteredQuantity = Type.String({ title: 'Quantidade', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' });

/**
 * One product to add: as it was typed ('12*1001', 'arroz branco') or chosen (`idProd`). `palavras` are what the customer calls
 * it; they are remembered with what was chosen. `noLugarDe` corrects what a pasted line became: its quantity leaves that product.
 */
export const LineEntry = Strict(
  {
    texto: Text('Texto', 200),
    marca: Type.Optional(Text('Marca', 100)),
    idProd: Type.Optional(Id('Produto')),
    idEmb: Type.Optional(Type.Integer({ title: 'Embalagem', minimum: 0, maximum: 2147483647 })),
    qtde: Type.Optional(EnteredQuantity),
    palavras: Type.Optional(Text('Como o cliente chama', 120)),
    noLugarDe: Type.Optional(
      Strict({ idProd: Id('Produto'), qtde: EnteredQuantity }, { title: 'No lugar de' }),
    ),
  },
  { title: 'Produto a incluir' },
);
export type LineEntry = Static<typeof LineEntry>;

export const LineEntries = Type.Array(LineEntry, {
  title: 'Produtos',
  minItems: 1,
  maxItems: MAX_PASTED_LINES,
});

/** What became of one line that was typed or pasted. */
export const EnteredLine = Type.Object(
  {
    texto: Type.String({ title: 'Texto' }),
    /** IGNORADA: nothing in it asks for a product, such as a greeting. */
    situacao: Type.Union(
      [
        Type.Literal('INCLUIDA'),
        Type.Literal('ESCOLHER'),
        Type.Literal('RECUSADA'),
        Type.Literal('IGNORADA'),
      ],
      { title: 'Situação' },
    ),
    idProd: Nullable(Id('Produto')),
    produto: Type.String({ title: 'Produto' }),
    problema: Type.String({ title: 'Problema' }),
    qtde: Nullable(Decimal('Quantidade')),
    unidade: Type.String({ title: 'Unidade lida' }),
    /** What was not a code in the line; empty for a line that was added by its code. */
    palavras: Type.String({ title: 'Palavras' }),
    /** The product is the one that was chosen the last time for these words of the customer. */
    lembrado: Nullable(
      Type.Object(
        {
          vezes: Type.Integer({ title: 'Vezes' }),
          em: Instant('Última vez'),
        },
        { title: 'Como da última vez' },
      ),
    ),
    /** What may be typed in place of a quantity that is refused. */
    alternativas: Type.Array(
      Type.Object({
        rotulo: Type.String({ title: 'Rótulo' }),
        texto: Type.String({ title: 'Texto' }),
        qtde: Decimal('Quantidade'),
      }),
      { title: 'Alternativas' },
    ),
    candidatos: Type.Array(QuoteProduct, { title: 'Produtos parecidos' }),
  },
  { title: 'Linha incluída' },
);
export type EnteredLine = Static<typeof EnteredLine>;

/** The quote afterwards, and every line in its order. */
export const EnteredLines = Type.Object(
  {
    orcamento: EditedQuote,
    linhas: Type.Array(EnteredLine, { title: 'Linhas' }),
  },
  { title: 'Linhas incluídas' },
);
export type EnteredLines = Static<typeof EnteredLines>;
