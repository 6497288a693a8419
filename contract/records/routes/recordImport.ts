import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Instant, Nullable, Strict, Text } from '../../route.ts';
import { MAX_CONFIRMATION_LENGTH } from '../../rules/agendas/contactQuestions.ts';

/**
 * A person's decisions about a sheet whose cells can be read in two ways. The first look at a file proposes them from what it
 * found; any other reading is applied only when it is stated here.
 */
export const ImportSettings = Strict({
  decimal: Type.Union([Type.Literal('VIRGULA'), Type.Literal('PONTO')], {
    title: 'Sinal decimal',
    description: 'VIRGULA lê 1.234,56 e PONTO lê 1,234.56.',
  }),
  completarZeros: Type.Boolean({
    title: 'Completar zeros à esquerda',
    description: 'CPF, CNPJ e CEP que a planilha guardou como número perdem os zeros do começo.',
  }),
  limparVazias: Type.Boolean({
    title: 'Célula vazia limpa o campo',
    description: 'Sem isto, o que está vazio na planilha fica como está no cadastro.',
  }),
  datasSeriais: Type.Boolean({
    title: 'Ler datas numéricas',
    description: 'Números como 45123 em colunas de data são dias contados desde 30/12/1899.',
  }),
  /** Absent: such cells are refused. */
  celulaDiferente: Type.Optional(
    Type.Union([Type.Literal('VALOR'), Type.Literal('VISTO')], {
      title: 'Célula que mostra outro valor',
      description:
        'Uma célula pode guardar um número e mostrar outro, como 0,125 em uma coluna de preço com formato de porcentagem. VALOR usa o que ela guarda, VISTO o que ela mostra; sem escolha, a linha é recusada.',
    }),
  ),
  /** Of agendas only. Absent: the lines that something speaks against are refused with their question. */
  confirmarContatos: Type.Optional(
    Text('Por que contatar mesmo assim', MAX_CONFIRMATION_LENGTH, {
      minLength: 1,
      description:
        'Em importações de agendas: grava também quem pediu para não ser contatado, dias sem atendimento e um segundo contato no mesmo minuto. Fica no registro de cada cliente.',
    }),
  ),
  vaziosEscritos: Type.Optional(
    Type.Boolean({
      title: 'Ler "-", "N/A" e "NULL" como vazio',
      description: 'Sem isto, esses textos são valores como os outros.',
    }),
  ),
});
export type ImportSettings = Type.Static<typeof ImportSettings>;

/** What may be used again for another file: a reason was given for the contacts of one. */
export const reusableSettings = ({ confirmarContatos: _, ...settings }: ImportSettings): ImportSettings =>
  settings;

export const STANDARD_SETTINGS: ImportSettings = {
  decimal: 'VIRGULA',
  completarZeros: false,
  limparVazias: false,
  datasSeriais: false,
};

/**
 * State of an import. CONFERENCIA: the columns are being matched, or the trial has finished and nothing has been written yet.
 */
const IMPORT_STATES = ['CONFERENCIA', 'NA_FILA', 'EXECUTANDO', 'CONCLUIDO', 'CANCELADO', 'FALHOU'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const Count = (title: string) => Type.Integer({ title });

const Counts = Type.Object(
  {
    linhas: Count('Linhas lidas'),
    criados: Count('Criados'),
    mudados: Count('Alterados'),
    iguais: Count('Iguais'),
    recusados: Count('Recusados'),
    /** Counted among the accepted lines. */
    mantidos: Count('Com campos mantidos'),
  },
  { title: 'Contagens' },
);

/** How the columns of a file map to fields; stored by a preset for the next file. */
export const Matching = {
  /** A field's path per column; `null` for a column that is skipped. */
  colunas: Type.Array(Nullable(Text('Campo', 120)), { title: 'Campo de cada coluna', maxItems: 256 }),
  ajustes: ImportSettings,
};

export const ImportProblem = Type.Object({
  linha: Count('Linha do arquivo'),
  coluna: Nullable(Type.String({ title: 'Coluna' })),
  problema: Type.String({ title: 'Problema' }),
});
export type ImportProblem = Static<typeof ImportProblem>;

/** The texts of a line's cells, in the order of its columns. */
export const LineCells = Type.Array(Type.String({ title: 'Célula', maxLength: 32_767 }), {
  title: 'Células',
  maxItems: 256,
});

export const RefusedLine = Type.Object(
  {
    linha: Count('Linha do arquivo'),
    celulas: Type.Array(
      Type.Object({
        titulo: Type.String({ title: 'Coluna' }),
        texto: Type.String({ title: 'Texto' }),
        problemas: Type.Array(Type.String(), { title: 'Problemas da célula' }),
      }),
      { title: 'Células' },
    ),
    problemas: Type.Array(Type.String(), { title: 'Problemas da linha' }),
  },
  { title: 'Linha recusada' },
);
export type RefusedLine = Static<typeof RefusedLine>;

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
  /** Whether the current or last run was a trial that only reports what would happen. */
  simulacao: Type.Boolean({ title: 'Simulação' }),
  contagens: Counts,
  /** Known once the file has been read to the end. */
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
    /** The file contains the field names itself, so no columns need to be matched. */
    objetos: Type.Boolean({ title: 'Arquivo de objetos (JSON)' }),
    planilhas: Type.Array(Type.String(), { title: 'Planilhas do arquivo' }),
    planilha: Count('Planilha escolhida'),
    linhaTitulo: Count('Linha dos títulos'),
    titulos: Type.Array(Type.String(), { title: 'Títulos das colunas' }),
    amostra: Type.Array(Type.Array(Type.String()), { title: 'Primeiras linhas' }),
    ...Matching,
    /** The fields that can be assigned to a column. */
    campos: Type.Array(
      Type.Object({
        caminho: Type.String({ title: 'Caminho' }),
        titulo: Type.String({ title: 'Título' }),
        obrigatorio: Type.Boolean({ title: 'Obrigatório em um registro novo' }),
        chave: Type.Boolean({ title: 'Parte da chave' }),
      }),
      { title: 'Campos' },
    ),
    /** Ambiguities found in the first lines, as sentences for people. */
    duvidas: Type.Array(Type.String(), { title: 'Leituras em aberto' }),
    modelo: Nullable(Type.String({ title: 'Modelo aplicado' })),
    problemas: Type.Array(ImportProblem, { title: 'Primeiros problemas' }),
    /** Whether a trial with these columns, settings and corrections has ended, so that it may be written. */
    simulada: Type.Boolean({ title: 'Simulada' }),
    /** Refused lines that a person has corrected; the next trial reads the corrected cells. */
    corrigidas: Type.Array(Type.Integer(), { title: 'Linhas corrigidas' }),
    mudancas: Type.Array(ImportChange, { title: 'Primeiras mudanças' }),
    /** Lines in which fields owned by the console kept the values that people had entered. */
    mantidos: Type.Array(KeptFields, { title: 'Primeiras linhas com campos mantidos' }),
  },
  { title: 'Importação de cadastro' },
);
export type RecordImport = Static<typeof RecordImport>;
