import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Strict } from '../route.ts';
import { COLUMN_TYPES } from '../rules/reports/report.ts';
import { VIEWED_LISTS } from './savedViews.ts';

/** A field that the conditions of a list may ask about. */
export const ListField = Type.Object(
  {
    campo: Type.String({ title: 'Campo' }),
    titulo: Type.String({ title: 'Título' }),
    /** An administrator's own: its title stands as it was written. */
    adicional: Type.Boolean({ title: 'Campo adicional' }),
    tipo: Type.Union(
      COLUMN_TYPES.map((type) => Type.Literal(type)),
      { title: 'Tipo' },
    ),
    opcoes: Type.Optional(
      Type.Array(
        Type.Object({ valor: Type.String({ title: 'Valor' }), rotulo: Type.String({ title: 'Rótulo' }) }),
        { title: 'Valores' },
      ),
    ),
    /** The source (`/config/opcoes`) in which its values are searched. */
    fonte: Type.Optional(Type.String({ title: 'Origem dos valores' })),
  },
  { title: 'Campo de condições de uma lista' },
);
export type ListField = Static<typeof ListField>;

export const listFieldRoutes = defineRoutes({
  /** The fields that the person may ask about in the filter `condicao` of a list. */
  list: {
    method: 'GET',
    path: '/config/listas/{lista}/campos',
    summary: 'Campos para as condições de uma lista',
    /** The handler checks the list's own permission. */
    permission: 'session',
    params: Strict({
      lista: Type.Union(
        VIEWED_LISTS.map((list) => Type.Literal(list)),
        { title: 'Lista' },
      ),
    }),
    response: Type.Object({ campos: Type.Array(ListField, { title: 'Campos' }) }),
  },
});
