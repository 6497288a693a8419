import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { FileRef } from '../config/platform.ts';
import { Id, Instant, Nullable, Strict, Text } from '../route.ts';

export const MOST_IMPORT_LINES = 5000;

const cell = (title: string, most = 4000) => Type.Optional(Text(title, most));
/** A line as an outside system sends it: what a sheet says, column by column. */
export const agendaLineFields = {
  colaborador: cell('Colaborador: código, CPF ou matrícula', 60),
  cliente: cell('Cliente: código, CPF ou CNPJ', 60),
  data: cell('Data', 40),
  hora: cell('Hora', 40),
  tipo: cell('Tipo', 40),
  assunto: cell('Assunto'),
  descricao: cell('Descrição'),
};

/** A stored spreadsheet, or the lines themselves. */
export const AgendaCheckBody = Strict({
  finalidade: Type.Optional(Type.Literal('PLANILHA', { title: 'Finalidade' })),
  arquivo: Type.Optional(FileRef),
  linhas: Type.Optional(
    Type.Array(Strict(agendaLineFields), { title: 'Linhas', maxItems: MOST_IMPORT_LINES }),
  ),
});
export type AgendaCheckBody = Static<typeof AgendaCheckBody>;

export const AgendaImportBody = Strict({ idLote: Id('Lote') });

export const AgendaImportLine = Type.Object({
  linha: Type.Integer({ title: 'Linha' }),
  situacao: Type.Union([Type.Literal('VALIDA'), Type.Literal('RECUSADA'), Type.Literal('IMPORTADA')], {
    title: 'Situação',
  }),
  motivos: Type.Array(Type.String({ title: 'Motivo' }), { title: 'Motivos' }),
  /** As the sheet says them. */
  lido: Type.Object(agendaLineFields, { title: 'Lido' }),
  /** Whom they were found to be. */
  cliente: Nullable(
    Type.Object({ id: Id('Cliente'), nome: Type.String({ title: 'Nome' }) }, { title: 'Cliente' }),
  ),
  colaborador: Nullable(
    Type.Object({ id: Id('Colaborador'), nome: Type.String({ title: 'Nome' }) }, { title: 'Colaborador' }),
  ),
  data_agendada: Nullable(Instant('Data agendada')),
  idAgenda: Nullable(Id('Agenda')),
});
export type AgendaImportLine = Static<typeof AgendaImportLine>;

/** Nothing was written yet while `importada` is false. */
export const AgendaImportBatch = Type.Object({
  id: Id('Lote'),
  total: Type.Integer({ title: 'Linhas' }),
  validas: Type.Integer({ title: 'Linhas válidas' }),
  recusadas: Type.Integer({ title: 'Linhas recusadas' }),
  importadas: Type.Integer({ title: 'Agendas importadas' }),
  importada: Type.Boolean({ title: 'Já importado' }),
  linhas: Type.Array(AgendaImportLine, { title: 'Linhas' }),
  message: Type.String({ title: 'Mensagem' }),
});
export type AgendaImportBatch = Static<typeof AgendaImportBatch>;

/** Rows of an outside system: the same `id_externo` makes one agenda, however often it is sent. */
export const ExternalAgendasBody = Strict({
  agendas: Type.Array(
    Strict({ id_externo: Text('Código no sistema externo', 80, { minLength: 1 }), ...agendaLineFields }),
    { title: 'Agendas', minItems: 1, maxItems: 1000 },
  ),
});
export type ExternalAgendasBody = Static<typeof ExternalAgendasBody>;

export const ExternalAgendasResult = Type.Object({
  criadas: Type.Integer({ title: 'Agendas criadas' }),
  repetidas: Type.Integer({ title: 'Já importadas antes' }),
  recusadas: Type.Integer({ title: 'Recusadas' }),
  itens: Type.Array(
    Type.Object({
      id_externo: Type.String({ title: 'Código no sistema externo' }),
      situacao: Type.Union([Type.Literal('CRIADA'), Type.Literal('REPETIDA'), Type.Literal('RECUSADA')], {
        title: 'Situação',
      }),
      id: Nullable(Id('Agenda')),
      motivos: Type.Array(Type.String({ title: 'Motivo' }), { title: 'Motivos' }),
    }),
    { title: 'Itens' },
  ),
});
export type ExternalAgendasResult = Static<typeof ExternalAgendasResult>;

const TemplateFormat = Type.Union([Type.Literal('xlsx'), Type.Literal('csv')], { title: 'Formato' });
export const sheetFormatQuery = Strict({ formato: Type.Optional(TemplateFormat) });
