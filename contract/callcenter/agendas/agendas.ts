import * as Type from '@sinclair/typebox';
import { Binary, sheetFormatQuery } from '../../config/platform.ts';
import { groupedBy, ListSums } from '../../listSums.ts';
import { RecordImport } from '../../records/routes/recordImport.ts';
import {
  Day,
  Direction,
  Done,
  defineRoutes,
  Id,
  One,
  onlyIds,
  Page,
  pageQuery,
  Strict,
  Text,
  Title,
} from '../../route.ts';
import { SHEET_FORMATS } from '../../rules/files.ts';
import { NamedOption } from '../../sac/lookups.ts';
import { RowResults } from '../../sharedShapes.ts';
import {
  Agenda,
  AgendaChanged,
  AgendaCheckBody,
  AgendaCount,
  AgendaCustomer,
  AgendaImportBody,
  AgendaRow,
  agendaFilters,
  confirmar,
  DialedBy,
  Dialer,
  ExternalAgendasBody,
  ExternalAgendasResult,
  Kind,
  MAX_AGENDA_ROWS,
  Moment,
  NextMoment,
  versao,
} from './agendaShapes.ts';
import { DayCall, NextContacts } from './nextContacts.ts';

const params = Strict({ id: Id('Agenda') });
const idColab = Type.Optional(Id('Colaborador'));
const ids = Type.Array(Id('Agenda'), { title: 'Agendas', minItems: 1, maxItems: MAX_AGENDA_ROWS });
const assunto = Title('Assunto', 120);
const descricao = Text('Descrição', 2000);
const motivo = Text('Motivo do reagendamento', 500);
const observacao = Type.Optional(Text('Observação', 500));
const missing = {
  idCli: 'Escolha o cliente.',
  assunto: 'Informe o assunto.',
  data_agendada: 'Informe o dia e a hora.',
  motivo: 'Informe por que a agenda muda de data.',
  idMotivoFinalizacao: 'Escolha o motivo do encerramento.',
};
const order = {
  orderBy: Type.Optional(Type.Literal('data_agendada', { title: 'Ordem' })),
  direction: Type.Optional(Direction),
};
/** Document 002 asks for up to 10000 at once. That value is accepted, but each page holds at most `MAX_AGENDA_ROWS`. */
const take = Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 10_000, default: 25 }));

/** Agendas: document 001 sections 2 to 4, document 002 section 7. */
export const agendaRoutes = defineRoutes({
  /**
   * The person's own agendas. ADMIN, GERENTE and SUPERVISOR see everyone's, or those of `idColab`; for other people `idColab`
   * is ignored.
   */
  list: {
    method: 'GET',
    path: '/callcenter/agendas',
    summary: 'Listar agendas',
    permission: 'AGENDA',
    query: Strict({
      page: pageQuery.page,
      take,
      cursor: pageQuery.cursor,
      ...agendaFilters,
      ...onlyIds('Agenda'),
      ...order,
    }),
    response: Page(AgendaRow),
  },
  sums: {
    method: 'GET',
    path: '/callcenter/agendas/somas',
    summary: 'Somas e grupos da lista de agendas',
    permission: 'AGENDA',
    query: Strict({ ...agendaFilters, ...groupedBy }),
    response: ListSums,
  },
  exportFile: {
    method: 'POST',
    path: '/callcenter/agendas/exportar',
    summary: 'Exportar agendas para uma planilha',
    permission: 'AGENDA',
    body: Strict({
      filtros: Type.Optional(Strict(agendaFilters)),
      formato: Type.Union(
        SHEET_FORMATS.map((format) => Type.Literal(format)),
        { title: 'Formato' },
      ),
      ...order,
    }),
    file: true,
    response: Binary,
  },
  /** Counts per day in the time zone of each agenda's branch; a calendar reads them for its visible range. */
  counts: {
    method: 'GET',
    path: '/callcenter/agendas/quantidade',
    summary: 'Quantidade de agendas por dia e situação',
    permission: 'AGENDA',
    query: Strict({ dtIni: Day('De'), dtFim: Day('Até'), idColab, tipo: Type.Optional(Kind) }),
    response: Type.Array(AgendaCount),
  },
  /**
   * The agendas of a customer, regardless of who created them, or the person's own when no customer is given. Type C requires
   * CLIENTE_AGENDAS_COBRANCA, type A requires CLIENTE_AGENDAS.
   */
  history: {
    method: 'GET',
    areas: ['sac', 'callcenter'],
    path: '/agendas/historico',
    summary: 'Agendas de um cliente',
    permission: 'CLIENTE',
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      idCli: Type.Optional(Id('Cliente')),
      tipo: Type.Optional(Kind),
      ...order,
    }),
    response: Page(AgendaRow),
  },
  finishReasons: {
    method: 'GET',
    path: '/callcenter/agendas/motivos-finalizacao',
    summary: 'Motivos de finalização de agendas',
    permission: 'CLIENTE',
    response: Type.Array(NamedOption),
  },
  customers: {
    method: 'GET',
    path: '/callcenter/agendas/clientes',
    summary: 'Clientes com agendas em aberto até um dia',
    permission: 'AGENDA',
    query: Strict({ fim: Type.Optional(Day('Até')), idColab }),
    response: Type.Array(AgendaCustomer),
  },
  ofCustomer: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/agendas',
    summary: 'Agendas em aberto de um cliente até um dia',
    permission: 'CLIENTE_AGENDAS',
    params: Strict({ idCli: Id('Cliente') }),
    query: Strict({ fim: Type.Optional(Day('Até')) }),
    response: Type.Array(AgendaRow),
  },
  nextContact: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/proximo-contato',
    summary: 'Quando contatar um cliente da próxima vez',
    permission: 'CLIENTE',
    params: Strict({ idCli: Id('Cliente') }),
    query: Strict({ idAgenda: Type.Optional(Id('Agenda')) }),
    response: One(NextContacts),
  },
  /** The person's own calls up to the end of today that nobody made yet, those of the largest value first. */
  dayCalls: {
    method: 'GET',
    path: '/callcenter/agendas/ligacoes',
    summary: 'As ligações do dia, por valor',
    permission: 'AGENDA',
    response: Type.Array(DayCall),
  },
  template: {
    method: 'GET',
    path: '/callcenter/agendas/template-operador',
    summary: 'Planilha modelo para importar as próprias agendas',
    permission: 'AGENDA_EDITAR',
    query: sheetFormatQuery,
    file: true,
    response: Binary,
  },
  get: {
    method: 'GET',
    areas: ['sac', 'callcenter'],
    path: '/agendas/{id}',
    summary: 'Uma agenda',
    permission: 'CLIENTE',
    params,
    response: One(Agenda),
  },
  create: {
    method: 'POST',
    path: '/callcenter/agendas',
    summary: 'Agendar um contato',
    permission: 'AGENDA_EDITAR',
    idempotent: true,
    body: Strict({
      idCli: Id('Cliente'),
      tipo: Type.Optional(Kind),
      assunto,
      descricao: Type.Optional(descricao),
      data_agendada: Moment,
      idColab,
      idFil: Type.Optional(Id('Filial')),
      idOrcamento: Type.Optional(Id('Orçamento')),
      confirmar,
    }),
    missing,
    response: Done,
  },
  /**
   * Changing the time requires `motivo`; `idMotivoFinalizacao` finishes the agenda, and `proxima` then plans the next contact with the
   * same words. Absent fields are left unchanged.
   */
  update: {
    method: 'PUT',
    path: '/callcenter/agendas/{id}',
    summary: 'Mudar, reagendar ou finalizar uma agenda',
    permission: 'AGENDA_EDITAR',
    params,
    idempotent: true,
    body: Strict({
      versao,
      assunto: Type.Optional(assunto),
      descricao: Type.Optional(descricao),
      data_agendada: Type.Optional(Moment),
      motivo: Type.Optional(motivo),
      confirmar,
      idColab,
      idMotivoFinalizacao: Type.Optional(Id('Motivo do encerramento')),
      observacao,
      proxima: Type.Optional(NextMoment),
      discadora_status: Type.Optional(Dialer),
      /** Without it, the status is the dialer's own report. */
      discadora_origem: Type.Optional(DialedBy),
    }),
    missing,
    response: AgendaChanged,
  },
  remove: {
    method: 'DELETE',
    path: '/callcenter/agendas/{id}',
    summary: 'Excluir uma agenda própria em aberto',
    permission: 'AGENDA_EDITAR',
    params,
    idempotent: true,
    query: Strict({ versao }),
    response: Done,
  },
  /**
   * Imports one's own agendas in two calls: the first matches and tries the lines, the second writes all that are still
   * valid.
   */
  check: {
    method: 'POST',
    path: '/callcenter/agendas/validar',
    summary: 'Conferir uma planilha das próprias agendas',
    permission: 'AGENDA_EDITAR',
    body: AgendaCheckBody,
    response: One(RecordImport),
  },
  importBatch: {
    method: 'POST',
    path: '/callcenter/agendas/importar',
    summary: 'Importar as próprias agendas conferidas',
    permission: 'AGENDA_EDITAR',
    body: AgendaImportBody,
    response: One(RecordImport),
  },
  importExternal: {
    method: 'POST',
    path: '/callcenter/agendas/importar/erp',
    summary: 'Receber as próprias agendas do ERP',
    permission: 'AGENDA_EDITAR',
    body: ExternalAgendasBody,
    response: One(ExternalAgendasResult),
  },
  /** Moves agendas to one day. Each keeps its time of day unless `hora` is given for all. */
  rescheduleMany: {
    method: 'POST',
    path: '/callcenter/agendas/reagendar',
    summary: 'Reagendar várias agendas para um dia',
    permission: 'AGENDA_EDITAR',
    idempotent: true,
    body: Strict({
      ids,
      data: Day('Dia'),
      hora: Type.Optional(Type.String({ title: 'Hora', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
      motivo: Text('Motivo do reagendamento', 500, { minLength: 1 }),
      confirmar,
    }),
    missing: { data: 'Informe o dia.', motivo: 'Informe por que as agendas mudam de data.' },
    response: RowResults,
  },
  /**
   * Gives agendas the moment back that they had before the person rescheduled them just now, also one that has passed; only while
   * nothing happened to them since.
   */
  undoReschedule: {
    method: 'POST',
    path: '/callcenter/agendas/desfazer-reagendamento',
    summary: 'Desfazer o reagendamento que a pessoa acaba de fazer',
    permission: 'AGENDA_EDITAR',
    idempotent: true,
    body: Strict({
      agendas: Type.Array(Strict({ id: Id('Agenda'), versao }), {
        title: 'Agendas',
        minItems: 1,
        maxItems: MAX_AGENDA_ROWS,
      }),
    }),
    response: RowResults,
  },
  finishMany: {
    method: 'POST',
    path: '/callcenter/agendas/finalizar',
    summary: 'Finalizar várias agendas',
    permission: 'AGENDA_EDITAR',
    idempotent: true,
    body: Strict({ ids, idMotivoFinalizacao: Id('Motivo do encerramento'), observacao }),
    missing,
    response: RowResults,
  },
});
