import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Instant, Nullable, Text } from '../route.ts';
import { ImportSettings } from '../rules/imports/importSettings.ts';

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
    /** Of the lines that were taken. */
    mantidos: Count('Com campos mantidos'),
  },
  { title: 'Contagens' },
);

/** How the columns of a file fill the fields: what a preset keeps for next month. */
export const Matching = {
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

const KeptFields = Type.Object({
  linha: Count('Linha do arquivo'),
  campos: Type.Array(Type.String(), { title: 'Campos' }),
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
    /** Lines whose fields that belong to the console were left as people wrote them. */
    mantidos: Type.Array(KeptFields, { title: 'Primeiras linhas com campos mantidos' }),
  },
  { title: 'Importação de cadastro' },
);
export type RecordImport = Static<typeof RecordImport>;
