import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Id, Instant } from '../../route.ts';

/** The fields of a header that an earlier order of the customer may propose, as `QuoteChange` names them. */
export const PROPOSED_FIELDS = [
  'idEnderecoEntrega',
  'idCobranca',
  'idPlano',
  'idTipoFrete',
  'retira',
  'idTransportadora',
  'idRedespacho',
] as const;
export type ProposedField = (typeof PROPOSED_FIELDS)[number];

/** What a new quote begins with. Nothing else marks it: each may be changed like what was chosen by hand. */
export const ProposedTerms = Type.Object(
  {
    pedido: Type.Object({ id: Id('Pedido'), em: Instant('Feito em') }, { title: 'Pedido' }),
    campos: Type.Array(
      Type.Object({
        campo: Type.Union(
          PROPOSED_FIELDS.map((name) => Type.Literal(name)),
          { title: 'Campo' },
        ),
        /** The id of what is proposed; `true` of 'retira'. */
        valor: Type.Union([Type.Integer(), Type.Literal(true)], { title: 'Valor' }),
      }),
      { title: 'Campos propostos' },
    ),
    /** Terms of that order that are no longer valid, by name. */
    escolherDeNovo: Type.Array(Type.String(), { title: 'A escolher de novo' }),
  },
  { title: 'Condições propostas' },
);
export type ProposedTerms = Static<typeof ProposedTerms>;
