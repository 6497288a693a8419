import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Form } from '../../config/forms.ts';
import { Binary } from '../../config/platform.ts';
import { groupedBy, inGroups, ListSums } from '../../listSums.ts';
import type { Permission } from '../../permissions.ts';
import { Direction, defineRoutes, Id, Nullable, One, Page, pageQuery, Strict, Text } from '../../route.ts';
import { STANDARD_TYPE_KEYS, standardTypes } from '../index.ts';
import type { RecordPermissions } from '../recordType.ts';
import { TypeSummary } from './ownTypes.ts';

/** The fields of a record are defined by its type, not here; the type's validator rejects any others. */
const Fields = (title: string) =>
  Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), { title, additionalProperties: true });

/** A record as read: `id`, `versao`, `rotulos` (names of the records it refers to), and the fields of its type. */
export const StoredRecord = Type.Object(
  {
    id: Id('Código interno'),
    versao: Type.Integer({ title: 'Versão' }),
    rotulos: Type.Record(Type.String(), Type.String(), { title: 'Nomes do que ele cita' }),
  },
  { title: 'Registro', additionalProperties: true },
);
export type StoredRecord = Static<typeof StoredRecord> & Record<string, unknown>;

/** A type as the console receives it, with everything needed to draw its screens. */
export const RecordTypeView = Type.Object(
  {
    ...TypeSummary,
    codigo: Type.Array(Type.String(), { title: 'Chave natural' }),
    nome: Type.String({ title: 'Campo do nome' }),
    busca: Type.Array(Type.String(), { title: 'Campos da busca' }),
    situacao: Nullable(Type.String({ title: 'Campo da situação' })),
    veTodos: Type.Boolean({ title: 'Vê todos os registros' }),
    /** The `campos` of the type, as data (contract/records/fields/recordField.ts). */
    campos: Type.Record(Type.String(), Type.Unknown(), { title: 'Campos', additionalProperties: true }),
    lista: Type.Object(
      {
        colunas: Type.Array(Type.String(), { title: 'Colunas' }),
        ordem: Type.String({ title: 'Ordem' }),
        ordenaveis: Type.Array(Type.String(), { title: 'Ordenáveis' }),
        filtros: Type.Array(Type.String(), { title: 'Filtros' }),
        /** Of the columns, those that this person may sum, and those that they may group by value or by date. */
        somas: Type.Optional(Type.Array(Type.String(), { title: 'Somadas' })),
        grupos: Type.Optional(Type.Array(Type.String(), { title: 'Agrupáveis por valor' })),
        datas: Type.Optional(Type.Array(Type.String(), { title: 'Agrupáveis por data' })),
      },
      { title: 'Lista' },
    ),
    formulario: Form,
  },
  { title: 'Tipo de cadastro' },
);
export type RecordTypeView = Static<typeof RecordTypeView>;

export const RecordTypeSummary = Type.Object(
  {
    ...TypeSummary,
    total: Type.Integer({ title: 'Registros, contados até 10.001' }),
  },
  { title: 'Tipo de cadastro' },
);
export type RecordTypeSummary = Static<typeof RecordTypeSummary>;

const Outcome = Type.Object({
  id: Type.Optional(Id('Código interno')),
  resultado: Type.Union(
    ['criado', 'mudado', 'igual', 'excluido', 'arquivado'].map((each) => Type.Literal(each)),
    { title: 'Resultado' },
  ),
  message: Type.String({ title: 'Mensagem' }),
});

const RowOutcome = Type.Object({
  id: Type.Integer({ title: 'Código interno' }),
  resultado: Type.Union(
    ['criado', 'mudado', 'igual', 'recusado'].map((each) => Type.Literal(each)),
    { title: 'Resultado' },
  ),
  erros: Type.Optional(Type.Record(Type.String(), Type.String(), { title: 'Erros por campo' })),
});

/** The query of a list. `filtro` is a JSON object with one value per field, or a list of values; `id` takes a list of ids. */
const listQuery = {
  q: Type.Optional(Text('Busca', 200)),
  filtro: Type.Optional(Text('Filtro', 4000)),
  idCli: Type.Optional(Id('Só os deste cliente, de um cadastro próprio que cita clientes')),
  idTicket: Type.Optional(Id('Só os que citam este ticket')),
  ...inGroups,
  orderBy: Type.Optional(Text('Ordenar por', 60)),
  direction: Type.Optional(Direction),
};

/** Base path of the calls of a type. */
export const recordBase = '/config/cadastros/{chave}';
export const TypeKey = Type.Unsafe<string>(
  Type.Union(
    [
      ...STANDARD_TYPE_KEYS.map((key) => Type.Literal(key)),
      // A type that the company created itself; its permissions are checked where it is looked up.
      Type.String({ title: 'Cadastro próprio', pattern: '^[a-z][a-z0-9-]{1,59}$' }),
    ],
    { title: 'Tipo de cadastro' },
  ),
);
const ofType = Strict({ chave: TypeKey });
const ofRecord = Strict({ chave: TypeKey, id: Id('Registro') });
const versao = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));

/** Each verb requires the permission that the type names for it. A type missing from the table is custom or unknown. */
export const byVerb = (verb: keyof RecordPermissions) => ({
  param: 'chave',
  permissions: Object.fromEntries(
    STANDARD_TYPE_KEYS.map((key) => [key, standardTypes[key].permissoes[verb]]),
  ) as Record<string, Permission>,
});

/** A type as named in the path of a call. */
export type RecordKey = Static<typeof TypeKey>;

export const recordRoutes = defineRoutes({
  types: {
    method: 'GET',
    path: '/config/cadastros',
    summary: 'Tipos de cadastro que a pessoa pode ver',
    permission: 'session',
    response: Type.Object({ itens: Type.Array(RecordTypeSummary, { title: 'Tipos' }) }),
  },
  type: {
    method: 'GET',
    path: `${recordBase}/definicao`,
    summary: 'Um tipo de cadastro: campos, lista e formulário',
    permission: 'session',
    permissionBy: byVerb('ler'),
    params: ofType,
    response: One(RecordTypeView),
  },
  list: {
    method: 'GET',
    path: recordBase,
    summary: 'Registros de um cadastro',
    permission: 'session',
    permissionBy: byVerb('ler'),
    params: ofType,
    query: Strict({ ...pageQuery, ...listQuery }),
    response: Page(StoredRecord),
  },
  sums: {
    method: 'GET',
    path: `${recordBase}/somas`,
    summary: 'Somas e grupos dos registros de um cadastro',
    permission: 'session',
    permissionBy: byVerb('ler'),
    params: ofType,
    query: Strict({ q: listQuery.q, filtro: listQuery.filtro, ...inGroups, ...groupedBy }),
    response: ListSums,
  },
  exportFile: {
    method: 'GET',
    path: `${recordBase}/exportar`,
    summary: 'Exportar os registros de um cadastro',
    permission: 'session',
    permissionBy: byVerb('ler'),
    params: ofType,
    query: Strict({
      ...listQuery,
      formato: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('xlsx')], { title: 'Formato' })),
    }),
    file: true,
    response: Binary,
  },
  get: {
    method: 'GET',
    path: `${recordBase}/{id}`,
    auditsAccessTo: { entity: 'customers', param: 'id', only: { param: 'chave', value: 'clientes' } },
    summary: 'Um registro de um cadastro',
    permission: 'session',
    permissionBy: byVerb('ler'),
    params: ofRecord,
    response: One(StoredRecord),
  },
  create: {
    method: 'POST',
    path: recordBase,
    summary: 'Criar um registro de um cadastro',
    permission: 'session',
    permissionBy: byVerb('criar'),
    params: ofType,
    body: Strict({ dados: Fields('Campos') }),
    idempotent: true,
    response: One(Outcome),
  },
  /** Absent fields are left unchanged; `null` clears a field. */
  update: {
    method: 'PUT',
    path: `${recordBase}/{id}`,
    summary: 'Mudar um registro de um cadastro',
    restoresMasks: { shownBy: 'get', at: 'dados' },
    permission: 'session',
    permissionBy: byVerb('alterar'),
    params: ofRecord,
    body: Strict({ dados: Fields('Campos'), versao }),
    idempotent: true,
    response: One(Outcome),
  },
  /** Applies the same change to several records; a rejected record does not stop the others. */
  updateMany: {
    method: 'POST',
    path: `${recordBase}/lote`,
    summary: 'Mudar vários registros de um cadastro',
    permission: 'session',
    permissionBy: byVerb('alterar'),
    params: ofType,
    body: Strict({
      ids: Type.Array(Id('Registro'), { title: 'Registros', minItems: 1, maxItems: 1000, uniqueItems: true }),
      dados: Fields('Campos'),
    }),
    idempotent: true,
    response: Type.Object({ linhas: Type.Array(RowOutcome, { title: 'Registros' }) }),
  },
  /**
   * Deletes the record if nothing refers to it, otherwise archives it. If neither is possible it is refused, naming what
   * refers to it.
   */
  remove: {
    method: 'DELETE',
    path: `${recordBase}/{id}`,
    summary: 'Excluir ou arquivar um registro de um cadastro',
    permission: 'session',
    permissionBy: byVerb('excluir'),
    params: ofRecord,
    query: Strict({ versao }),
    response: One(Outcome),
  },
});
