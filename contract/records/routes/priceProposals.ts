import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, defineRoutes, Id, Strict } from '../../route.ts';
import { RowResults } from '../../sharedShapes.ts';
import { productType } from '../products.ts';

/** How many are listed and accepted at once; more appear as these are accepted. */
export const MAX_PROPOSALS = 200;

/** The price of a product that has none, as it was last sold. */
export const PriceProposal = Type.Object(
  {
    idProd: Id('Produto'),
    codigo: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Descrição' }),
    unidade: Type.String({ title: 'Unidade' }),
    preco: Decimal('Preço proposto'),
    nota: Type.Object(
      {
        id: Id('Nota'),
        numNf: Type.Integer({ title: 'Número' }),
        emissao: Day('Emissão'),
        /** As the line of the invoice says it: 'CX' at 150.00, which are 12 of the product's units. */
        unidade: Type.String({ title: 'Unidade da nota' }),
        preco: Decimal('Preço da nota'),
        fator: Decimal('Unidades do produto em uma da nota'),
      },
      { title: 'Última venda' },
    ),
  },
  { title: 'Preço proposto' },
);
export type PriceProposal = Static<typeof PriceProposal>;

const path = '/config/precos-propostos';

/** Prices of products without one, proposed from their last sale and never written unless somebody accepts them. */
export const priceProposalRoutes = defineRoutes({
  list: {
    method: 'GET',
    path,
    summary: 'Preços propostos pelas últimas vendas',
    permission: productType.permissoes.ler,
    query: Strict({ idProd: Type.Optional(Id('Só o deste produto')) }),
    response: Type.Object({
      itens: Type.Array(PriceProposal, { title: 'Propostas' }),
      total: Type.Integer({ title: `Propostas, contadas até ${MAX_PROPOSALS + 1}` }),
      /** Whether the user may accept them. */
      podeAceitar: Type.Boolean({ title: 'Pode aceitar' }),
    }),
  },
  /** Each product gets the price that was seen; one that has a price by now, or another last sale, is refused. */
  accept: {
    method: 'POST',
    path,
    summary: 'Aceitar preços propostos',
    permission: productType.permissoes.alterar,
    idempotent: true,
    body: Strict({
      itens: Type.Array(Strict({ idProd: Id('Produto'), preco: Decimal('Preço') }, { title: 'Aceito' }), {
        title: 'Aceitos',
        minItems: 1,
        maxItems: MAX_PROPOSALS,
      }),
    }),
    response: RowResults,
  },
});
