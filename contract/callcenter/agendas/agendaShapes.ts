import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { agendaKind, agendaSituation, callOrigin, dialerStatus } from '../../catalogs/callCenter.ts';
import { FileRef } from '../../config/platform.ts';
import { conditioned, inGroups } from '../../listSums.ts';
import { Day, Decimal, Id, Instant, Nullable, Personal, Strict, Text } from '../../route.ts';
import { CONFIRM_CONTACT, MAX_CONFIRMATION_LENGTH } from '../../rules/agendas/contactQuestions.ts';
import { literalOf } from '../../sharedShapes.ts';

/** Maximum number of agendas in one bulk action and on one page. */
export const MAX_AGENDA_ROWS = 500;

export const Kind = Type.Union(agendaKind.map(literalOf), {
  title: 'Tipo',
  description: 'A: contato; C: cobrança',
});
export const Situation = Type.Union(
  agendaSituation.map(({ value }) => Type.Literal(value)),
  { title: 'Situação' },
);
export const Dialer = Type.Union(
  dialerStatus.map(({ value }) => Type.Literal(value)),
  { title: 'Resultado da ligação' },
);
export const DialedBy = Type.Union(
  callOrigin.map(({ value }) => Type.Literal(value)),
  { title: 'Ligação informada por', description: 'DISCADORA: o sistema que ligou; MANUAL: uma pessoa' },
);
const momentOf = (title: string) =>
  Type.String({
    title,
    description: 'AAAA-MM-DD HH:mm no relógio da filial, ou um instante ISO 8601 com fuso.',
    minLength: 16,
    maxLength: 40,
  });
export const Moment = momentOf('Data agendada');
export const NextMoment = momentOf('Próximo contato');
export const confirmar = Type.Optional(
  Text('Por que contatar mesmo assim', MAX_CONFIRMATION_LENGTH, {
    description: `Exigido (422 ${CONFIRM_CONTACT}) quando o cliente pediu para não ser contatado, não é atendido no dia ou já tem uma agenda no mesmo minuto.`,
  }),
);
export const versao = Type.Optional(
  Type.Integer({
    title: 'Versão',
    description: 'A da agenda que a pessoa via; uma antiga responde 409 com o que agora vale.',
    minimum: 1,
    maximum: 2147483647,
  }),
);

export const agendaFilters = {
  dtIni: Type.Optional(Day('De')),
  dtFim: Type.Optional(Day('Até')),
  idColab: Type.Optional(Id('Colaborador')),
  idCli: Type.Optional(Id('Cliente')),
  idFil: Type.Optional(Id('Filial')),
  tipo: Type.Optional(Kind),
  situacao: Type.Optional(Type.Array(Situation, { title: 'Situações', maxItems: 3 })),
  /** The agenda's number, the customer (code, name or document), or words of the subject. */
  texto: Type.Optional(Text('Pesquisa', 100)),
  ...inGroups,
  ...conditioned,
};

export const AgendaPerson = Type.Object({ id: Id('Colaborador'), nome: Type.String({ title: 'Nome' }) });

/** A row of the list (document 001 section 3, "Agenda"). */
export const AgendaRow = Type.Object(
  {
    id: Id('Agenda'),
    colaborador: AgendaPerson,
    data_agendada: Instant('Data agendada'),
    data_finalizacao: Nullable(Instant('Data de encerramento')),
    situacao: Type.Object({
      label: Type.String({ title: 'Situação' }),
      type: Type.String({ title: 'Cor', description: 'ERROR, INFO, SUCCESS' }),
      valor: Situation,
    }),
    assunto: Type.String({ title: 'Assunto' }),
    descricao: Type.String({ title: 'Descrição' }),
    motivo_finalizacao: Nullable(Type.String({ title: 'Motivo do encerramento' })),
    tipo: Kind,
    tipo_label: Type.String({ title: 'Tipo' }),
    cliente: Type.Object({
      id: Id('Cliente'),
      razSoc: Type.String({ title: 'Razão social' }),
      fant: Type.String({ title: 'Nome fantasia' }),
      telefone: Personal('TELEFONE', Type.String({ title: 'Telefone' })),
    }),
    pedido: Nullable(
      Type.Object({
        id: Id('Pedido'),
        vlTot: Decimal('Total'),
        isPedido: Type.Boolean({ title: 'É pedido' }),
      }),
    ),
    filial: Type.Object({
      id: Id('Filial'),
      desc: Type.String({ title: 'Filial' }),
      /** The time zone in which the agenda's times are shown. */
      fuso: Type.String({ title: 'Fuso horário' }),
    }),
    discadora_status: Nullable(Dialer),
    discadora_label: Nullable(Type.String({ title: 'Resultado da ligação' })),
    discadora_atualizacao: Nullable(Instant('Resultado da ligação em')),
    discadora_origem: Nullable(DialedBy),
    agenda_origem: Type.String({ title: 'Origem' }),
    id_externo: Nullable(Type.String({ title: 'Código externo' })),
    versao: Type.Integer({ title: 'Versão' }),
    /** Whether the agenda is open and belongs to the person or to somebody they lead. */
    podeAlterar: Type.Boolean({ title: 'Pode alterar' }),
  },
  { title: 'Agenda' },
);
export type AgendaRow = Static<typeof AgendaRow>;

/** What happened to the agenda, latest first; read from the customer's activity log. */
export const AgendaEvent = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  texto: Type.String({ title: 'O que houve' }),
  datahora: Instant('Quando'),
  colaborador: Nullable(Type.String({ title: 'Quem' })),
  motivo: Nullable(Type.String({ title: 'Motivo' })),
});

export const Agenda = Type.Composite(
  [
    AgendaRow,
    Type.Object({
      observacao: Type.String({ title: 'Observação do encerramento' }),
      criador: Nullable(Type.String({ title: 'Criada por' })),
      dtCriacao: Instant('Criada em'),
      historico: Type.Array(AgendaEvent, { title: 'Histórico' }),
      podeExcluir: Type.Boolean({ title: 'Pode excluir' }),
    }),
  ],
  { title: 'Agenda' },
);
export type Agenda = Static<typeof Agenda>;

export const AgendaCount = Type.Object(
  {
    data: Day('Dia'),
    atrasadas: Type.Integer({ title: 'Atrasadas' }),
    pendentes: Type.Integer({ title: 'Pendentes' }),
    cumpridas: Type.Integer({ title: 'Cumpridas' }),
    total: Type.Integer({ title: 'Total' }),
  },
  { title: 'Agendas do dia' },
);
export type AgendaCount = Static<typeof AgendaCount>;

export const AgendaCustomer = Type.Object(
  {
    id: Id('Cliente'),
    razSoc: Type.String({ title: 'Razão social' }),
    fant: Type.String({ title: 'Nome fantasia' }),
    agendas: Type.Integer({ title: 'Agendas em aberto' }),
    proxima: Instant('Próxima agenda'),
  },
  { title: 'Cliente com agenda' },
);

export const AgendaChanged = Type.Object({
  data: Type.Object({
    id: Id('Agenda'),
    message: Type.String({ title: 'Mensagem' }),
    versao: Type.Integer({ title: 'Versão' }),
  }),
});

/** Maximum number of lines sent in the body of a call; a file may have any number. */
const MAX_LINES = 5000;

const cell = (title: string, most = 4000) => Type.Optional(Text(title, most));
/** A line as an outside system sends it: the columns of the spreadsheet. */
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
  linhas: Type.Optional(Type.Array(Strict(agendaLineFields), { title: 'Linhas', maxItems: MAX_LINES })),
  confirmar,
});
export type AgendaCheckBody = Static<typeof AgendaCheckBody>;

/** The import of a checked batch; `idLote` is the `id` that the check returned. */
export const AgendaImportBody = Strict({ idLote: Type.String({ title: 'Lote', format: 'uuid' }) });

/** Rows of an outside system. The same `id_externo` creates a single agenda, however often it is sent. */
export const ExternalAgendasBody = Strict({
  agendas: Type.Array(
    Strict({
      id_externo: Text('Código no sistema externo', 80, { minLength: 1 }),
      ...agendaLineFields,
      confirmar,
    }),
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
