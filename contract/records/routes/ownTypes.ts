import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Nullable } from '../../route.ts';

const Verbs = Type.Object(
  {
    criar: Type.Boolean({ title: 'Pode criar' }),
    alterar: Type.Boolean({ title: 'Pode alterar' }),
    excluir: Type.Boolean({ title: 'Pode excluir' }),
    importar: Type.Boolean({ title: 'Pode importar' }),
  },
  { title: 'O que a pessoa pode' },
);

/** The key of a type of the company's own. */
export const ownKeyPattern = '^[a-z][a-z0-9-]{1,59}$';

/** A type without its fields. */
export const TypeSummary = {
  chave: Type.String({ title: 'Chave' }),
  titulo: Type.Object(
    {
      um: Type.String({ title: 'Um' }),
      muitos: Type.String({ title: 'Muitos' }),
      genero: Type.String({ title: 'Gênero' }),
    },
    { title: 'Título' },
  ),
  icone: Type.String({ title: 'Ícone' }),
  grupo: Type.String({ title: 'Grupo' }),
  descricao: Type.String({ title: 'Descrição' }),
  pode: Verbs,
};

export const OwnRecordType = Type.Object(
  {
    ...TypeSummary,
    /** For a type that is a tab of the customer panel, the field that refers to the customer. */
    noPainelDoCliente: Nullable(Type.String({ title: 'Campo do cliente, se é aba do painel' })),
    /** For a type that is a section of the ticket page, the fields that are filled in when a record is created there. */
    noTicket: Nullable(
      Type.Object(
        {
          ticket: Nullable(Type.String({ title: 'Campo do ticket' })),
          cliente: Nullable(Type.String({ title: 'Campo do cliente' })),
        },
        { title: 'Campos na página do ticket' },
      ),
    ),
  },
  { title: 'Cadastro próprio' },
);
export type OwnRecordType = Static<typeof OwnRecordType>;

/** Kept apart from the record calls, which are large, because the menu needs these on the first load. */
export const ownTypeRoutes = defineRoutes({
  /** Types that the company created itself, without counts. */
  list: {
    method: 'GET',
    path: '/config/cadastros-proprios',
    summary: 'Cadastros próprios que a pessoa pode ver',
    permission: 'session',
    response: Type.Object({ itens: Type.Array(OwnRecordType, { title: 'Tipos' }) }),
  },
});
