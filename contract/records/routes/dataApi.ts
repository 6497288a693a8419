import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Direction, defineRoutes, Nullable, One, Strict, Text } from '../../route.ts';
import { byVerb, StoredRecord, TypeKey } from './records.ts';

/** Maximum number of rows in one call; each thousand is a transaction. */
export const MAX_DATA_ROWS = 5_000;
/** Assumed average number of values per row; a row with its lists has some hundred values at most. */
const VALUES_OF_A_ROW = 100;
/** Maximum body size of one call in bytes. */
export const MAX_DATA_BYTES = 20 * 1024 * 1024;

const Fields = Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), {
  title: 'Campos',
  additionalProperties: true,
});

const count = (title: string) => Type.Integer({ title });

export const DataRowOutcome = Type.Object(
  {
    /** Its position in the body, counted from 1. */
    linha: Type.Integer({ title: 'Linha' }),
    id: Type.Optional(Type.Integer({ title: 'Código interno' })),
    resultado: Type.Union(
      ['criado', 'mudado', 'igual', 'recusado'].map((each) => Type.Literal(each)),
      { title: 'Resultado' },
    ),
    erros: Type.Optional(Type.Record(Type.String(), Type.String(), { title: 'Erros por campo' })),
    /** Fields owned by the console (`origem`), for which the values in the row were ignored. */
    mantidos: Type.Optional(Type.Array(Type.String(), { title: 'Campos mantidos' })),
  },
  { title: 'Resultado de uma linha' },
);
export type DataRowOutcome = Static<typeof DataRowOutcome>;

const ofType = Strict({ tipo: TypeKey });
const ofRecord = Strict({ tipo: TypeKey, codigo: Text('Código', 200, { minLength: 1 }) });
const base = '/dados/v1/{tipo}';
const byKey = (verb: 'ler' | 'alterar' | 'excluir') => ({
  permission: 'session' as const,
  permissionBy: { ...byVerb(verb), param: 'tipo' },
  serviceKeys: true,
});

/** The system that `codigo` belongs to; without it, `codigo` is the natural key. */
const fonte = Type.Optional(Text('Sistema de que é o código', 40));

/**
 * The company's records for other systems (docs/integration.md), by service key or by a signed-in person. Anything out of
 * scope is a 404 with the same body as an unknown record.
 */
export const dataRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Registros de um cadastro, em ordem, para outro sistema',
    ...byKey('ler'),
    params: ofType,
    query: Strict({
      q: Type.Optional(Text('Busca', 200)),
      /** A JSON object with one value per field, or a list of values. */
      filtro: Type.Optional(Text('Filtro', 4000)),
      /** Keys separated by commas; defaults to all. */
      campos: Type.Optional(Text('Campos', 1000)),
      /** Defaults to the order of the record numbers. */
      orderBy: Type.Optional(Text('Ordenar por', 60)),
      direction: Type.Optional(Direction),
      apos: Type.Optional(Text('Cursor da página anterior', 400)),
      limite: Type.Optional(
        Type.Integer({ title: 'Registros por página', minimum: 1, maximum: 1000, default: 100 }),
      ),
    }),
    response: Type.Object({
      itens: Type.Array(StoredRecord, { title: 'Registros' }),
      proximo: Nullable(Type.String({ title: 'Cursor da próxima página' })),
    }),
  },
  get: {
    method: 'GET',
    path: `${base}/{codigo}`,
    summary: 'Um registro de um cadastro pelo seu código',
    ...byKey('ler'),
    params: ofRecord,
    query: Strict({ fonte }),
    response: One(StoredRecord),
  },
  /**
   * Creates new rows, changes those that differ and leaves equal ones alone. The body may also be a bare array, or one JSON
   * object per line (`application/x-ndjson`). A rejected row does not stop the others.
   */
  save: {
    method: 'PUT',
    path: base,
    summary: 'Gravar registros de um cadastro',
    ...byKey('alterar'),
    params: ofType,
    query: Strict({ simular: Type.Optional(Type.Boolean({ title: 'Só dizer o que aconteceria' })) }),
    body: Strict(
      { registros: Type.Array(Fields, { title: 'Registros', minItems: 1, maxItems: MAX_DATA_ROWS }) },
      { 'x-valores': MAX_DATA_ROWS * VALUES_OF_A_ROW },
    ),
    rows: { key: 'registros', bytes: MAX_DATA_BYTES, most: MAX_DATA_ROWS },
    idempotent: true,
    response: Type.Object({
      contagens: Type.Object(
        {
          criados: count('Criados'),
          mudados: count('Alterados'),
          iguais: count('Sem mudança'),
          recusados: count('Recusados'),
        },
        { title: 'Contagens' },
      ),
      linhas: Type.Array(DataRowOutcome, { title: 'Linhas' }),
    }),
  },
  /**
   * Deletes the record if nothing refers to it, otherwise archives it. If neither is possible it is refused, naming what
   * refers to it.
   */
  remove: {
    method: 'DELETE',
    path: `${base}/{codigo}`,
    summary: 'Excluir ou arquivar um registro pelo seu código',
    ...byKey('excluir'),
    params: ofRecord,
    query: Strict({ fonte }),
    response: One(
      Type.Object({
        resultado: Type.String({ title: 'Resultado' }),
        message: Type.String({ title: 'Mensagem' }),
      }),
    ),
  },
});
