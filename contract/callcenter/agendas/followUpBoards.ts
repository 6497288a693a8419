import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Nullable, Strict, Text, Title } from '../../route.ts';
import { simpleListQuery, WrittenRecord } from '../../sharedShapes.ts';

const Version = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });
const Days = (title: string) => Type.Optional(Type.Integer({ title, minimum: 0, maximum: 3650 }));
const Flag = (title: string) => Type.Optional(Type.Boolean({ title }));
const Words = (title: string) =>
  Type.Optional(
    Type.Array(Text(title, 60, { minLength: 1 }), { title, minItems: 1, maxItems: 50, uniqueItems: true }),
  );

/** Which customers enter the stage, in the closed language of contract/rules/customers/stageRule.ts. */
const StageRuleInput = Strict(
  {
    prospect: Flag('Prospect'),
    bloqueado: Flag('Bloqueado'),
    naoContatar: Flag('Pediu para não ser contatado'),
    comprou: Flag('Já comprou'),
    orcamentosAbertos: Flag('Tem orçamento aberto'),
    pedidosEmAndamento: Flag('Tem pedido em andamento'),
    titulosVencidos: Flag('Tem títulos vencidos'),
    agendaAberta: Flag('Tem agenda aberta'),
    diasSemCompra: Type.Optional(Strict({ de: Days('De'), ate: Days('Até') }, { title: 'Dias sem compra' })),
    diasSemContato: Days('Dias sem contato'),
    classes: Words('Classe de venda'),
    categorias: Words('Categoria'),
  },
  { title: 'Quem entra' },
);

/** Palette keys that a column's header may use. */
export const STAGE_COLORS = ['informacao', 'sucesso', 'aviso', 'perigo', 'secundaria'] as const;

const stage = {
  nome: Title('Etapa', 60),
  cor: Text('Cor', 30),
};

export const StageInput = Strict(
  {
    /** Id of an existing stage; without it a new one is created. */
    id: Type.Optional(Id('Etapa')),
    ...stage,
    regra: StageRuleInput,
  },
  { title: 'Etapa' },
);
export type StageInput = Static<typeof StageInput>;

const board = {
  nome: Title('Nome', 60),
  descricao: Text('Descrição', 240),
  ativo: Type.Boolean({ title: 'Ativo' }),
};

/** A board as its editor sees it, with its stages in order. */
export const BoardRecord = Type.Object(
  {
    id: Id('Quadro'),
    ...board,
    etapas: Type.Array(
      Type.Object({
        id: Id('Etapa'),
        nome: Type.String({ title: 'Etapa' }),
        cor: Type.String({ title: 'Cor' }),
        /** `null` when the stored rule is not valid in the rule language, so that no customer enters. */
        regra: Nullable(StageRuleInput),
      }),
      { title: 'Etapas' },
    ),
    versao: Version,
  },
  { title: 'Quadro para editar' },
);
export type BoardRecord = Static<typeof BoardRecord>;

export const BoardInput = Strict(
  {
    ...board,
    /** In the order in which customers are evaluated. Stages that are not listed here are removed. */
    etapas: Type.Array(StageInput, { title: 'Etapas', minItems: 1, maxItems: 12 }),
    /** For an update, the version that was read. */
    versao: Type.Optional(Version),
  },
  { title: 'Quadro' },
);
export type BoardInput = Static<typeof BoardInput>;

const permission = 'ACOMPANHAMENTO_CLIENTE_EDITAR';
const params = Strict({ id: Id('Quadro') });

export const followUpBoardRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/quadros',
    summary: 'Quadros de acompanhamento para editar',
    permission,
    query: simpleListQuery,
    response: Type.Array(BoardRecord),
  },
  get: {
    method: 'GET',
    path: '/config/quadros/{id}',
    summary: 'Um quadro de acompanhamento para editar',
    permission,
    params,
    response: BoardRecord,
  },
  create: {
    method: 'POST',
    path: '/config/quadros',
    summary: 'Criar um quadro de acompanhamento',
    permission,
    body: BoardInput,
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: '/config/quadros/{id}',
    summary: 'Mudar um quadro de acompanhamento e as suas etapas',
    permission,
    idempotent: true,
    params,
    body: BoardInput,
    record: BoardRecord,
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: '/config/quadros/{id}',
    summary: 'Excluir um quadro de acompanhamento',
    permission,
    params,
    response: WrittenRecord,
  },
});
