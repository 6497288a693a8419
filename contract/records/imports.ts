import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../config/platform.ts';
import { defineRoutes, Instant, Nullable, One, Strict, Text } from '../route.ts';
import { ImportSettings } from '../rules/imports/importSettings.ts';
import { byVerb, recordBase, TypeKey } from './routes.ts';

/** How far an import is. CONFERENCIA: the columns are being matched, or the trial has ended and nothing is written yet. */
export const IMPORT_STATES = [
  'CONFERENCIA',
  'NA_FILA',
  'EXECUTANDO',
  'CONCLUIDO',
  'CANCELADO',
  'FALHOU',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const Count = (title: string) => Type.Integer({ title });

const Counts = Type.Object(
  {
    linhas: Count('Linhas lidas'),
    criados: Count('Criados'),
    mudados: Count('Mudados'),
    iguais: Count('Iguais'),
    recusados: Count('Recusados'),
  },
  { title: 'Contagens' },
);

/** How the columns of a file fill the fields: what a preset keeps for next month. */
const Matching = {
  /** A field's path by column, `null` for a column that is left out. */
  colunas: Type.Array(Nullable(Text('Campo', 120)), { title: 'Campo de cada coluna', maxItems: 256 }),
  ajustes: ImportSettings,
};

export const ImportProblem = Type.Object({
  linha: Count('Linha do arquivo'),
  coluna: Nullable(Type.String({ title: 'Coluna' })),
  problema: Type.String({ title: 'Problema' }),
});
export type ImportProblem = Static<typeof ImportProblem>;

const ImportChange = Type.Object({
  linha: Count('Linha do arquivo'),
  campo: Type.String({ title: 'Campo' }),
  antes: Type.String({ title: 'Antes' }),
  depois: Type.String({ title: 'Depois' }),
});

const Summary = {
  id: Type.String({ title: 'Importação', format: 'uuid' }),
  arquivo: Type.String({ title: 'Arquivo' }),
  situacao: Type.Union(
    IMPORT_STATES.map((state) => Type.Literal(state)),
    { title: 'Situação' },
  ),
  /** What runs or ran last only told what would happen. */
  simulacao: Type.Boolean({ title: 'Simulação' }),
  contagens: Counts,
  /** Known once the file was read to its end. */
  total: Nullable(Count('Linhas do arquivo')),
  falha: Nullable(Type.String({ title: 'Por que parou' })),
  pessoa: Type.String({ title: 'Quem importa' }),
  datahora_criacao: Instant('Enviado em'),
  datahora_fim: Nullable(Instant('Terminado em')),
};
export const ImportSummary = Type.Object(Summary, { title: 'Importação' });
export type ImportSummary = Static<typeof ImportSummary>;

export const RecordImport = Type.Object(
  {
    ...Summary,
    versao: Type.Integer({ title: 'Versão' }),
    /** Its own names for fields are in the file: nothing is to be matched. */
    objetos: Type.Boolean({ title: 'Arquivo de objetos (JSON)' }),
    planilhas: Type.Array(Type.String(), { title: 'Planilhas do arquivo' }),
    planilha: Count('Planilha escolhida'),
    linhaTitulo: Count('Linha dos títulos'),
    titulos: Type.Array(Type.String(), { title: 'Títulos das colunas' }),
    amostra: Type.Array(Type.Array(Type.String()), { title: 'Primeiras linhas' }),
    ...Matching,
    /** The fields that a column can be given. */
    campos: Type.Array(
      Type.Object({
        caminho: Type.String({ title: 'Caminho' }),
        titulo: Type.String({ title: 'Título' }),
        obrigatorio: Type.Boolean({ title: 'Obrigatório em um registro novo' }),
        chave: Type.Boolean({ title: 'Parte da chave' }),
      }),
      { title: 'Campos' },
    ),
    /** What was found in the first lines that can be read in two ways: sentences for people. */
    duvidas: Type.Array(Type.String(), { title: 'Leituras em aberto' }),
    modelo: Nullable(Type.String({ title: 'Modelo aplicado' })),
    problemas: Type.Array(ImportProblem, { title: 'Primeiros problemas' }),
    mudancas: Type.Array(ImportChange, { title: 'Primeiras mudanças' }),
  },
  { title: 'Importação de cadastro' },
);
export type RecordImport = Static<typeof RecordImport>;

const base = `${recordBase}/importacoes`;
const ofType = Strict({ chave: TypeKey });
const ofImport = Strict({
  chave: TypeKey,
  idImportacao: Type.String({ title: 'Importação', format: 'uuid' }),
});
const permission = { permission: 'session', permissionBy: byVerb('importar') } as const;
const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });

/**
 * A file of records: sent, its columns matched, tried without writing, then written in the background. Everybody sees
 * their own imports alone; presets belong to the type.
 */
export const importRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Minhas importações de um cadastro',
    ...permission,
    params: ofType,
    response: Type.Object({ itens: Type.Array(ImportSummary, { title: 'Importações' }) }),
  },
  /** `arquivo` was sent before, with the purpose IMPORTACAO in the query. */
  start: {
    method: 'POST',
    path: base,
    summary: 'Começar uma importação de cadastro',
    ...permission,
    params: ofType,
    body: Strict({ arquivo: Strict({ id: Type.String({ title: 'Arquivo', format: 'uuid' }) }) }),
    idempotent: true,
    response: One(RecordImport),
  },
  get: {
    method: 'GET',
    path: `${base}/{idImportacao}`,
    summary: 'Uma importação de cadastro',
    ...permission,
    params: ofImport,
    response: One(RecordImport),
  },
  /** Another sheet or title line is looked at anew; columns and settings begin a trial that writes nothing. */
  match: {
    method: 'PUT',
    path: `${base}/{idImportacao}`,
    summary: 'Casar as colunas de uma importação e simular',
    ...permission,
    params: ofImport,
    body: Strict({
      versao,
      planilha: Type.Optional(Type.Integer({ title: 'Planilha', minimum: 0, maximum: 255 })),
      linhaTitulo: Type.Optional(Type.Integer({ title: 'Linha dos títulos', minimum: 1, maximum: 1000 })),
      colunas: Type.Optional(Matching.colunas),
      ajustes: Type.Optional(ImportSettings),
    }),
    response: One(RecordImport),
  },
  run: {
    method: 'POST',
    path: `${base}/{idImportacao}/gravar`,
    summary: 'Gravar uma importação simulada',
    ...permission,
    params: ofImport,
    body: Strict({ versao }),
    response: One(RecordImport),
  },
  cancel: {
    method: 'POST',
    path: `${base}/{idImportacao}/cancelar`,
    summary: 'Cancelar uma importação',
    ...permission,
    params: ofImport,
    response: One(RecordImport),
  },
  /** The refused lines as they stood, with a column that says why: mended, the file can be sent again. */
  refused: {
    method: 'GET',
    path: `${base}/{idImportacao}/recusadas`,
    summary: 'Linhas recusadas de uma importação',
    ...permission,
    params: ofImport,
    file: true,
    response: Binary,
  },
  presets: {
    method: 'GET',
    path: `${recordBase}/modelos-importacao`,
    summary: 'Modelos de importação de um cadastro',
    ...permission,
    params: ofType,
    response: Type.Object({
      itens: Type.Array(
        Type.Object({
          nome: Type.String({ title: 'Nome' }),
          titulos: Type.Array(Type.String(), { title: 'Títulos' }),
          ...Matching,
        }),
        { title: 'Modelos' },
      ),
    }),
  },
  /** The columns of an import under a name: a file with the same titles gets them by itself. */
  savePreset: {
    method: 'POST',
    path: `${base}/{idImportacao}/modelo`,
    summary: 'Guardar as colunas de uma importação como modelo',
    ...permission,
    params: ofImport,
    body: Strict({ nome: Text('Nome', 60, { minLength: 1, pattern: '\\S' }) }),
    response: One(Type.Object({ message: Type.String({ title: 'Mensagem' }) })),
  },
  removePreset: {
    method: 'DELETE',
    path: `${recordBase}/modelos-importacao/{nome}`,
    summary: 'Excluir um modelo de importação',
    ...permission,
    params: Strict({ chave: TypeKey, nome: Text('Nome', 60, { minLength: 1 }) }),
    response: One(Type.Object({ message: Type.String({ title: 'Mensagem' }) })),
  },
});
