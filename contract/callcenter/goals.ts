import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary, FileRef, sheetFormatQuery } from '../config/platform.ts';
import {
  Decimal,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  onlyIds,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';

export const Month = Type.String({ title: 'Mês', pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' });
const Amount = (title: string) => Type.String({ title, pattern: '^\\d{1,11}(\\.\\d{1,2})?$' });

export const Goal = Type.Object(
  {
    id: Id('Objetivo'),
    colaborador: Type.Object({ id: Id('Colaborador'), nome: Type.String({ title: 'Nome' }) }),
    mes: Type.String({ title: 'Mês' }),
    /** Products sold on invoiced orders, excluding taxes and freight. */
    valor: Decimal('Objetivo de venda'),
    margem: Decimal('Objetivo de lucro'),
    valorRealizado: Decimal('Vendido'),
    margemRealizada: Decimal('Lucro realizado'),
    /** Percentage of the goal, with one decimal place. */
    percValor: Decimal('Venda alcançada'),
    percMargem: Decimal('Lucro alcançado'),
    apurado: Nullable(Instant('Apurado em')),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Objetivo' },
);
export type Goal = Static<typeof Goal>;

const amounts = { valor: Amount('Objetivo de venda'), margem: Amount('Objetivo de lucro') };
const lines = Type.Array(
  Strict({
    colaborador: Text('Colaborador: código, CPF ou matrícula', 60),
    mes: Type.Optional(Text('Mês', 20)),
    valor: Text('Valor', 40),
    margem: Type.Optional(Text('Lucro', 40)),
  }),
  { title: 'Linhas', maxItems: 5000 },
);

/** Sellers' monthly goals (docs/domain.md 10). */
export const goalRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/callcenter/objetivos-operadores',
    summary: 'Objetivos dos vendedores em um mês',
    permission: 'GERENCIA_OBJETIVO',
    query: Strict({
      ...pageQuery,
      ...onlyIds('Objetivo'),
      mes: Type.Optional(Month),
      idColab: Type.Optional(Id('Colaborador')),
    }),
    response: Page(Goal),
  },
  create: {
    method: 'POST',
    path: '/callcenter/objetivos-operadores',
    summary: 'Definir o objetivo de um vendedor',
    permission: 'OBJETIVO_EDITAR',
    body: Strict({ idColab: Id('Colaborador'), mes: Month, ...amounts }),
    idempotent: true,
    response: Done,
  },
  update: {
    method: 'PUT',
    path: '/callcenter/objetivos-operadores/{id}',
    summary: 'Alterar o objetivo de um vendedor',
    permission: 'OBJETIVO_EDITAR',
    params: Strict({ id: Id('Objetivo') }),
    body: Strict({
      ...amounts,
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
    }),
    response: Done,
  },
  /** Counted from the orders invoiced in the month. */
  count: {
    method: 'POST',
    path: '/callcenter/objetivos-operadores/apurar',
    summary: 'Apurar os objetivos de um mês pelos pedidos faturados',
    permission: 'OBJETIVO_EDITAR',
    body: Strict({ mes: Month }),
    response: Done,
  },
  template: {
    method: 'GET',
    path: '/callcenter/objetivos-operadores/modelo',
    summary: 'Planilha modelo para importar objetivos',
    permission: 'OBJETIVO_EDITAR',
    query: sheetFormatQuery,
    file: true,
    response: Binary,
  },
  /** Valid lines are written; the others are reported with the reason. */
  importFile: {
    method: 'POST',
    path: '/callcenter/objetivos-operadores/importar',
    summary: 'Importar objetivos de uma planilha',
    permission: 'OBJETIVO_EDITAR',
    body: Strict({
      finalidade: Type.Optional(Type.Literal('PLANILHA', { title: 'Finalidade' })),
      arquivo: Type.Optional(FileRef),
      linhas: Type.Optional(lines),
      /** For lines that do not name a month. */
      mes: Type.Optional(Month),
    }),
    multipart: true,
    response: Type.Object({
      data: Type.Object({
        message: Type.String({ title: 'Mensagem' }),
        gravados: Type.Integer({ title: 'Gravados' }),
        recusados: Type.Array(
          Type.Object({ linha: Type.Integer({ title: 'Linha' }), motivo: Type.String({ title: 'Motivo' }) }),
          { title: 'Recusados' },
        ),
      }),
    }),
  },
});
