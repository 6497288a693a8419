import * as Type from '@sinclair/typebox';
import { Binary, sheetFormatQuery } from '../../config/platform.ts';
import type { Permission } from '../../permissions.ts';
import { defineRoutes, Id, One, Strict, Text, Title } from '../../route.ts';
import { AGENDA_COLUMNS } from '../../rules/agendas/agendaLine.ts';
import type { RecordFields } from '../fields/recordField.ts';
import type { AnyRecordType } from '../recordType.ts';
import {
  ImportSettings,
  ImportSummary,
  LineCells,
  Matching,
  RecordImport,
  RefusedLine,
} from './recordImport.ts';
import { byVerb, recordBase, TypeKey } from './records.ts';

const base = `${recordBase}/importacoes`;

const ofType = Strict({ chave: TypeKey });

const ofImport = Strict({
  chave: TypeKey,
  idImportacao: Type.String({ title: 'Importação', format: 'uuid' }),
});

const ofLine = Strict({
  chave: TypeKey,
  idImportacao: Type.String({ title: 'Importação', format: 'uuid' }),
  linha: Id('Linha do arquivo'),
});

const { param, permissions } = byVerb('importar');

const campos = {
  cliente: {
    tipo: 'TEXT',
    titulo: AGENDA_COLUMNS.cliente,
    ajuda: 'código, CPF ou CNPJ',
    obrigatorio: true,
    sinonimos: ['codigo do cliente', 'cod cliente', 'cnpj', 'cpf', 'cnpj cpf', 'cpf cnpj', 'documento'],
  },
  data: {
    tipo: 'DATE',
    titulo: AGENDA_COLUMNS.data,
    ajuda: 'DD/MM/AAAA',
    obrigatorio: true,
    sinonimos: ['dia', 'data agendada'],
  },
  hora: {
    tipo: 'TEXT',
    titulo: AGENDA_COLUMNS.hora,
    ajuda: 'HH:MM',
    obrigatorio: true,
    sinonimos: ['horario'],
  },
  tipo: { tipo: 'TEXT', titulo: AGENDA_COLUMNS.tipo, ajuda: 'Contato ou Cobrança; vazio é Contato' },
  assunto: { tipo: 'TEXT', titulo: AGENDA_COLUMNS.assunto, obrigatorio: true },
  descricao: {
    tipo: 'TEXTAREA',
    titulo: AGENDA_COLUMNS.descricao,
    sinonimos: ['observacao', 'obs', 'detalhes'],
  },
} as const satisfies RecordFields;

const colaborador = {
  tipo: 'TEXT',
  titulo: AGENDA_COLUMNS.colaborador,
  ajuda: 'código, CPF ou matrícula',
  obrigatorio: true,
  sinonimos: ['vendedor', 'operador', 'responsavel', 'matricula'],
} as const;

const common = {
  titulo: { um: 'agenda', muitos: 'agendas', genero: 'f' },
  repetida:
    'Uma agenda em aberto do mesmo cliente no mesmo horário não é criada outra vez, nem a de um código do ERP que já veio.',
} as const;

/**
 * Agendas are imported from files through the record import, either for the person who sends the file or for the people named
 * on each line.
 */
export const agendaImportTypes = {
  agendas: {
    ...common,
    chave: 'agendas',
    campos,
    codigo: ['cliente', 'data', 'hora'],
    permissoes: { importar: 'AGENDA_EDITAR' },
  },
  'agendas-equipe': {
    ...common,
    chave: 'agendas-equipe',
    campos: { colaborador, ...campos },
    codigo: ['colaborador', 'cliente', 'data', 'hora'],
    permissoes: { importar: 'AGENDA_SUPERVISAO' },
  },
} as const satisfies Record<string, GuardedImportType>;

const ofAgendas = Object.values(agendaImportTypes).map(({ chave, permissoes }): [string, Permission] => [
  chave,
  permissoes.importar,
]);

const permission = {
  permission: 'session',
  permissionBy: { param, permissions: { ...permissions, ...Object.fromEntries(ofAgendas) } },
} as const;

const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });

/**
 * Import of a file of records: it is uploaded, its columns are matched, it is tried without writing, and then written in the
 * background. Everyone sees only their own imports; presets belong to the type.
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
  /** `arquivo` must have been uploaded before, with the purpose IMPORTACAO in the query. */
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
  /** A different sheet or title line is analysed again; columns and settings start a trial that writes nothing. */
  match: {
    method: 'PUT',
    path: `${base}/{idImportacao}`,
    summary: 'Casar as colunas de uma importação e simular',
    ...permission,
    params: ofImport,
    body: Strict({
      versao,
      planilha: Type.Optional(Type.Integer({ title: 'Planilha', minimum: 0, maximum: 255 })),
      linhaTitulo: Type.Optional(
        Type.Integer({
          title: 'Linha dos títulos',
          description: '0: a planilha não tem títulos, e a primeira linha já é de dados.',
          minimum: 0,
          maximum: 1000,
        }),
      ),
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
  /** The cells of one refused line, to be corrected here instead of in the file. */
  refusedLine: {
    method: 'GET',
    path: `${base}/{idImportacao}/linhas/{linha}`,
    personal: true,
    summary: 'Linha recusada de uma importação',
    ...permission,
    params: ofLine,
    response: One(RefusedLine),
  },
  /** Corrects the cells of a refused line. Nothing is written until the import is tried again. */
  correctLine: {
    method: 'PUT',
    path: `${base}/{idImportacao}/linhas/{linha}`,
    personal: true,
    summary: 'Corrigir uma linha recusada',
    ...permission,
    params: ofLine,
    body: Strict({ versao, celulas: LineCells }),
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
  /**
   * The rejected lines in their original form, with a column that gives the reason. Once corrected, the file can be sent
   * again.
   */
  refused: {
    method: 'GET',
    path: `${base}/{idImportacao}/recusadas`,
    personal: true,
    summary: 'Linhas recusadas de uma importação',
    ...permission,
    params: ofImport,
    query: sheetFormatQuery,
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
  /** Saves the columns of an import under a name; a file with the same titles gets them automatically. */
  savePreset: {
    method: 'POST',
    path: `${base}/{idImportacao}/modelo`,
    summary: 'Salvar as colunas de uma importação como modelo',
    ...permission,
    params: ofImport,
    body: Strict({ nome: Title('Nome', 60) }),
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

/**
 * What the lines of a file can become: records of a type, or things that can only be imported from files
 * (`agendaImportTypes`).
 */
export interface ImportType extends Pick<AnyRecordType, 'chave' | 'titulo' | 'campos' | 'codigo'> {
  /** How a repeated line is recognised, unless it works as for records, which are found by key and overwritten. */
  readonly repetida?: string;
}

/** The permission needed to import it. */
export interface GuardedImportType extends ImportType {
  readonly permissoes: { readonly importar: Permission };
}

export type AgendaImportKey = keyof typeof agendaImportTypes;

export const isAgendaImport = (key: string): key is AgendaImportKey => Object.hasOwn(agendaImportTypes, key);
