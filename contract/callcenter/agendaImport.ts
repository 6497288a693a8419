import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { FileRef } from '../config/platform.ts';
import { Id, Nullable, Strict, Text } from '../route.ts';

/** Of lines that come within a call; a file may have any number. */
const MOST_LINES = 5000;

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
  linhas: Type.Optional(Type.Array(Strict(agendaLineFields), { title: 'Linhas', maxItems: MOST_LINES })),
});
export type AgendaCheckBody = Static<typeof AgendaCheckBody>;

/** An import that was checked: the `id` that the check answered. */
export const AgendaImportBody = Strict({ idLote: Type.String({ title: 'Lote', format: 'uuid' }) });

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
