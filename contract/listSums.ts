import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Nullable, Text } from './route.ts';

/** Above so many matching rows, nothing is summed or grouped: a filter is asked for instead of a guess. */
export const MAX_SUMMED = 50_000;

/** The largest groups are answered, of as many as there are. */
export const MAX_GROUPS = 200;

/** The grouping of a date column: `dtCriacao:mes`. */
export const byDay = (column: string): string => `${column}:dia`;
export const byMonth = (column: string): string => `${column}:mes`;

/** A group as a filter takes it: its grouping and its value, which is empty for rows without one. */
export const groupOf = (grouping: string, value: string | null): string => `${grouping}:${value ?? ''}`;

/** So many groups may narrow a list down. */
export const MAX_IN_GROUPS = 5;

/** A filter of every list that can be grouped: only rows of all these groups. */
export const inGroups = {
  no_grupo: Type.Optional(Type.Array(Text('Grupo', 300), { title: 'Grupo', maxItems: MAX_IN_GROUPS })),
};

/** As long as an address takes, which writes many of its characters as three. */
export const MAX_CONDITION = 3_000;

/** A filter of every list that has fields for conditions: an expression over them (`/config/listas/{lista}/campos`), as JSON. */
export const conditioned = {
  condicao: Type.Optional(Text('Filtros avançados', MAX_CONDITION)),
};

/** What the sums of a list are asked for, beside its filters. */
export const groupedBy = { agrupar_por: Type.Optional(Text('Agrupar por', 80)) };

/** How a sum is written. A percentage has a mean only. */
const SumFormat = Type.Union(
  (['DINHEIRO', 'DECIMAL', 'INTEIRO', 'PERCENTUAL'] as const).map((format) => Type.Literal(format)),
  { title: 'Formato' },
);
export type SumFormat = Static<typeof SumFormat>;

/** Exact decimals as text; longer than those of a single row. */
const Figure = (title: string) => Nullable(Type.String({ title }));

export const ColumnSum = Type.Object(
  {
    coluna: Type.String({ title: 'Coluna' }),
    formato: SumFormat,
    /** Rows that have a value; those without one count neither in the sum nor in the mean. */
    valores: Type.Integer({ title: 'Linhas com valor' }),
    soma: Figure('Soma'),
    media: Figure('Média'),
  },
  { title: 'Soma de uma coluna' },
);
export type ColumnSum = Static<typeof ColumnSum>;

const NamedGroup = {
  /** As the filter `no_grupo` takes it. */
  grupo: Type.String({ title: 'Grupo' }),
  /** `null` for the rows without a value. */
  rotulo: Nullable(Type.String({ title: 'Nome do grupo' })),
};

export const ListGroup = Type.Object(
  {
    ...NamedGroup,
    total: Type.Integer({ title: 'Linhas' }),
    somas: Type.Array(ColumnSum, { title: 'Somas' }),
  },
  { title: 'Grupo de uma lista' },
);
export type ListGroup = Static<typeof ListGroup>;

/** What a list says of all its matching rows, whichever page is shown; a request of its own, so that rows never wait for it. */
export const ListSums = Type.Object(
  {
    /** Exact up to MAX_SUMMED. */
    total: Type.Integer({ title: 'Linhas' }),
    /** There are more rows than `total`, and nothing was summed. */
    mais: Type.Optional(Type.Boolean({ title: 'Há mais do que o total' })),
    somas: Type.Array(ColumnSum, { title: 'Somas' }),
    /** If it was asked for: the newest dates first, of everything else the largest. */
    grupos: Type.Optional(
      Type.Object({
        itens: Type.Array(ListGroup, { title: 'Grupos' }),
        total: Type.Integer({ title: 'Quantos grupos há' }),
      }),
    ),
    /** The names of the groups in the filter. */
    nosGrupos: Type.Array(Type.Object(NamedGroup), { title: 'Grupos do filtro' }),
  },
  { title: 'Somas de uma lista' },
);
export type ListSums = Static<typeof ListSums>;
