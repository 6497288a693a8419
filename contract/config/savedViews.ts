import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { MAX_CONDITION } from '../listSums.ts';
import { Direction, Done, defineRoutes, Id, Nullable, Strict, Text, Title } from '../route.ts';
import { NamedOption } from '../sac/lookups.ts';
import { simpleListQuery, WrittenRecord } from '../sharedShapes.ts';

/** The lists for which views are saved. */
export const VIEWED_LISTS = ['tickets', 'coletas', 'clientes', 'agendas', 'orcamentos', 'pedidos'] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

const List = Type.Union(
  VIEWED_LISTS.map((list) => Type.Literal(list)),
  { title: 'Lista' },
);
const Columns = (title: string) => Type.Array(Text('Coluna', 60), { title, maxItems: 160 });

/** What a list shows and how, in the console's own format; the server stores it without reading it. */
export const ViewContent = Strict(
  {
    filtros: Type.Array(
      Strict({
        chave: Text('Filtro', 60),
        valores: Type.Array(Text('Valor', MAX_CONDITION), { title: 'Valores', maxItems: 100 }),
      }),
      { title: 'Filtros', maxItems: 30 },
    ),
    ordem: Type.Optional(Strict({ campo: Text('Campo', 40), direcao: Direction })),
    colunas: Type.Optional(
      Strict({
        ordem: Columns('Colunas em ordem'),
        ocultas: Columns('Colunas ocultas'),
        densidade: Type.Union([Type.Literal('comfortable'), Type.Literal('compact')], { title: 'Densidade' }),
      }),
    ),
    porPagina: Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 100 })),
  },
  { title: 'Conteúdo da visão' },
);
export type ViewContent = Static<typeof ViewContent>;

export const SavedView = Type.Object(
  {
    id: Id('Visão'),
    lista: List,
    nome: Type.String({ title: 'Nome' }),
    equipe: Type.Boolean({ title: 'Da equipe' }),
    dono: Type.Object({ id: Id('Dono'), nome: Type.String({ title: 'Nome' }) }),
    podeAlterar: Type.Boolean({ title: 'Pode alterar' }),
    padrao: Type.Boolean({ title: 'Minha visão padrão' }),
    /** The roles whose lists open with it, told to those who may change roles. */
    perfis: Type.Array(NamedOption, { title: 'Padrão dos perfis' }),
    conteudo: ViewContent,
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Visão' },
);
export type SavedView = Static<typeof SavedView>;

const nome = Title('Nome', 60);
const equipe = Type.Boolean({ title: 'Da equipe' });
const params = Strict({ idVisao: Id('Visão') });
const version = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });
const versao = Type.Optional(version);

/** Anyone who is signed in; the handler checks the list's own permission. */
const permission = 'session';

export const savedViewRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/visoes',
    summary: 'Visões de uma lista: as minhas e as da equipe',
    permission,
    /**
     * Selected by `lista`, or in the simple-REST dialect, whose filter may name it. Without a list, the views of all the
     * person's lists.
     */
    query: Type.Composite([Strict({ lista: Type.Optional(List) }), simpleListQuery], {
      additionalProperties: false,
    }),
    response: Type.Array(SavedView),
  },
  get: {
    method: 'GET',
    path: '/config/visoes/{idVisao}',
    summary: 'Uma visão',
    permission,
    params,
    response: SavedView,
  },
  create: {
    method: 'POST',
    path: '/config/visoes',
    summary: 'Salvar uma visão',
    permission,
    body: Strict({ lista: List, nome, equipe, conteudo: ViewContent }),
    idempotent: true,
    response: SavedView,
  },
  update: {
    method: 'PUT',
    path: '/config/visoes/{idVisao}',
    summary: 'Alterar uma visão',
    permission,
    params,
    body: Strict({
      nome: Type.Optional(nome),
      equipe: Type.Optional(equipe),
      conteudo: Type.Optional(ViewContent),
      versao,
    }),
    record: SavedView,
    response: SavedView,
  },
  remove: {
    method: 'DELETE',
    path: '/config/visoes/{idVisao}',
    summary: 'Excluir uma visão',
    permission,
    params,
    response: WrittenRecord,
  },
  /**
   * The roles for which the view's list opens with it, until a person chooses another; it must be shared. The whole list is
   * replaced, hence the version; a role that another view had leaves that one.
   */
  setRoles: {
    method: 'PUT',
    path: '/config/visoes/{idVisao}/perfis',
    summary: 'Escolher os perfis que abrem a lista com a visão',
    permission: 'CONFIGURACAO_PERFIS',
    params,
    body: Strict({ perfis: Type.Array(Id('Perfil'), { title: 'Perfis', maxItems: 200 }), versao: version }),
    record: SavedView,
    response: Done,
  },
  /** The view with which the list opens for this person; `null` for none. */
  setDefault: {
    method: 'PUT',
    path: '/config/visoes-padrao',
    summary: 'Escolher a visão padrão',
    permission,
    body: Strict({ lista: List, idVisao: Nullable(Id('Visão')) }),
    response: Done,
  },
});
