import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Nullable } from '../../route.ts';
import { BLOCK_SOURCES } from '../../rules/dashboards/blockSources.ts';
import { BLOCK_KINDS, BLOCK_WIDTHS } from '../../rules/dashboards/dashboard.ts';

const oneOf = <const T extends readonly string[]>(values: T, title: string) =>
  Type.Union(
    values.map((value) => Type.Literal(value as T[number])),
    { title },
  );

export const BlockKey = Type.String({ title: 'Bloco', pattern: '^[a-z][a-z0-9-]{0,39}$' });

export const BlockSourceName = oneOf(BLOCK_SOURCES, 'O que lista ou conta');

/** A block as this person sees it: nothing but its place is told of one whose report they may not open. */
export const ShownBlock = Type.Object(
  {
    chave: BlockKey,
    tipo: oneOf(BLOCK_KINDS, 'O que é'),
    titulo: Type.String({ title: 'Título' }),
    largura: Type.Union(
      BLOCK_WIDTHS.map((width) => Type.Literal(width)),
      { title: 'Largura' },
    ),
    altura: Type.Integer({ title: 'Altura' }),
    acesso: Type.Boolean({ title: 'Pode ver' }),
    relatorio: Nullable(Type.String({ title: 'Relatório' })),
    mostra: oneOf(['GRAFICO', 'TABELA'], 'Mostra'),
    coluna: Type.String({ title: 'Número' }),
    comparacao: Type.String({ title: 'Comparado com' }),
    texto: Type.String({ title: 'Texto' }),
    fonte: Nullable(BlockSourceName),
  },
  { title: 'Bloco' },
);
export type ShownBlock = Static<typeof ShownBlock>;
