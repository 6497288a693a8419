import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary, sheetFormatQuery } from '../../config/platform.ts';
import { RecordImport } from '../../records/routes/recordImport.ts';
import { Day, Done, defineRoutes, Id, Nullable, One, Strict, Text, Title } from '../../route.ts';
import { RowResults } from '../../sharedShapes.ts';
import {
  AgendaChanged,
  AgendaCheckBody,
  AgendaImportBody,
  agendaFilters,
  confirmar,
  ExternalAgendasBody,
  ExternalAgendasResult,
  Kind,
  MAX_AGENDA_ROWS,
  Moment,
  versao,
} from './agendaShapes.ts';

const permission = 'AGENDA_SUPERVISAO';
const idempotent = true;
const params = Strict({ id: Id('Agenda') });
const ids = Type.Optional(
  Type.Array(Id('Agenda'), { title: 'Agendas', minItems: 1, maxItems: MAX_AGENDA_ROWS, uniqueItems: true }),
);
/** The agendas selected by number, or all open ones that match the list's filters. */
const selection = { ids, filtros: Type.Optional(Strict(agendaFilters, { title: 'Filtros da lista' })) };
const motivo = Text('Motivo', 500);
const assunto = Title('Assunto', 120);
const descricao = Text('Descrição', 2000);

export const Receiver = Type.Object({
  id: Id('Colaborador'),
  nome: Type.String({ title: 'Nome' }),
  abertas: Type.Integer({ title: 'Em aberto' }),
  porDia: Type.Integer({ title: 'Capacidade por dia' }),
});
export type Receiver = Static<typeof Receiver>;

export const AgendaLoad = Type.Object({ dia: Day('Dia'), total: Type.Integer({ title: 'Agendas' }) });
export const SellerCapacity = Type.Object({
  id: Id('Colaborador'),
  nome: Type.String({ title: 'Nome' }),
  porDia: Type.Integer({ title: 'Capacidade por dia' }),
  /** False when the parameter's value applies. */
  propria: Type.Boolean({ title: 'Definida para a pessoa' }),
  versao: Type.Integer({ title: 'Versão' }),
  atrasadas: Type.Integer({ title: 'Atrasadas' }),
  cargas: Type.Array(AgendaLoad, { title: 'Agendas por dia' }),
});
export type SellerCapacity = Static<typeof SellerCapacity>;

const Capacities = Type.Object({
  dias: Type.Array(Day('Dia'), { title: 'Dias' }),
  padrao: Type.Integer({ title: 'Capacidade padrão' }),
  vendedores: Type.Array(SellerCapacity, { title: 'Vendedores' }),
});
export type Capacities = Static<typeof Capacities>;

export const ShiftSeller = Type.Object({ id: Id('Colaborador'), nome: Type.String({ title: 'Nome' }) });
export const AgendaShift = Type.Object({
  id: Id('Agenda'),
  versao: Type.Integer({ title: 'Versão' }),
  dia: Day('Dia'),
  assunto: Type.String({ title: 'Assunto' }),
  cliente: Type.String({ title: 'Cliente' }),
  de: ShiftSeller,
  para: ShiftSeller,
});
export type AgendaShift = Static<typeof AgendaShift>;

const days = {
  dtIni: Type.Optional(Day('A partir de')),
  dias: Type.Optional(Type.Integer({ title: 'Dias', minimum: 1, maximum: 31, default: 10 })),
};

/** What supervisors do with everyone's agendas (document 002 section 7). Restricted to ADMIN, GERENTE and SUPERVISOR. */
export const agendaSupervisionRoutes = defineRoutes({
  /**
   * Matches and tries the lines like any import, using the choices that the console itself would make. Nothing is written.
   */
  check: {
    method: 'POST',
    path: '/callcenter/agendas-supervisor/validar',
    summary: 'Validar a planilha de agendas de vários colaboradores',
    permission,
    body: AgendaCheckBody,
    multipart: true,
    response: One(RecordImport),
  },
  importBatch: {
    method: 'POST',
    path: '/callcenter/agendas-supervisor/importar',
    summary: 'Importar as agendas validadas de vários colaboradores',
    permission,
    body: AgendaImportBody,
    response: One(RecordImport),
  },
  template: {
    method: 'GET',
    path: '/callcenter/agendas-supervisor/template-supervisor',
    summary: 'Planilha modelo para importar agendas de vários colaboradores',
    permission,
    query: sheetFormatQuery,
    file: true,
    response: Binary,
  },
  importExternal: {
    method: 'POST',
    path: '/callcenter/agendas-supervisor/importar/externas',
    summary: 'Receber agendas de outro sistema para vários colaboradores',
    permission,
    body: ExternalAgendasBody,
    response: One(ExternalAgendasResult),
  },
  /** With several receivers, the agendas are dealt out in turn among those who can serve each customer. */
  transfer: {
    method: 'POST',
    path: '/callcenter/agendas-supervisor/transferir',
    summary: 'Transferir agendas em aberto para outros colaboradores',
    permission,
    idempotent,
    body: Strict({
      ...selection,
      idColabs: Type.Array(Id('Colaborador'), {
        title: 'Para quem',
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
      }),
      motivo: Type.Optional(motivo),
      confirmar,
    }),
    missing: { idColabs: 'Escolha para quem vão as agendas.' },
    response: RowResults,
  },
  removeMany: {
    method: 'POST',
    path: '/callcenter/agendas-supervisor/excluir',
    summary: 'Excluir agendas em aberto de qualquer colaborador',
    permission,
    idempotent,
    body: Strict({ ...selection, motivo: Text('Motivo', 500, { minLength: 1 }) }),
    missing: { motivo: 'Informe por que as agendas são excluídas.' },
    response: RowResults,
  },
  /** The people who may receive this person's agendas, least busy first. */
  receivers: {
    method: 'GET',
    path: '/callcenter/agendas-supervisor/operadores/{idColab}',
    summary: 'Quem pode receber as agendas de um colaborador',
    permission,
    params: Strict({ idColab: Id('Colaborador') }),
    response: Type.Array(Receiver),
  },
  create: {
    method: 'POST',
    path: '/callcenter/agendas-supervisor',
    summary: 'Agendar um contato para qualquer colaborador',
    permission,
    idempotent,
    body: Strict({
      idColab: Id('Colaborador'),
      idCli: Id('Cliente'),
      tipo: Type.Optional(Kind),
      assunto,
      descricao: Type.Optional(descricao),
      data_agendada: Moment,
      idFil: Type.Optional(Id('Filial')),
      idOrcamento: Type.Optional(Id('Orçamento')),
      confirmar,
    }),
    response: Done,
  },
  update: {
    method: 'PUT',
    path: '/callcenter/agendas-supervisor/{id}',
    summary: 'Mudar, reagendar ou passar adiante a agenda de qualquer colaborador',
    permission,
    params,
    idempotent,
    body: Strict({
      versao,
      assunto: Type.Optional(assunto),
      descricao: Type.Optional(descricao),
      data_agendada: Type.Optional(Moment),
      motivo: Type.Optional(motivo),
      confirmar,
      idColab: Type.Optional(Id('Colaborador')),
    }),
    response: AgendaChanged,
  },
  remove: {
    method: 'DELETE',
    path: '/callcenter/agendas-supervisor/{id}',
    summary: 'Excluir uma agenda em aberto de qualquer colaborador',
    permission,
    params,
    idempotent,
    query: Strict({ versao }),
    response: Done,
  },
  capacities: {
    method: 'GET',
    path: '/callcenter/capacidade-agendas-vendedores',
    summary: 'Capacidade e carga de agendas dos vendedores',
    permission,
    query: Strict(days),
    response: Capacities,
  },
  /** `null` resets the person to the parameter's value. */
  saveCapacities: {
    method: 'PUT',
    path: '/callcenter/capacidade-agendas-vendedores',
    summary: 'Definir a capacidade de agendas dos vendedores',
    permission,
    body: Strict({
      capacidades: Type.Array(
        Strict({
          idColab: Id('Colaborador'),
          porDia: Nullable(Type.Integer({ title: 'Por dia', minimum: 0, maximum: 500 })),
          versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 })),
        }),
        { title: 'Capacidades', minItems: 1, maxItems: 200 },
      ),
    }),
    response: Done,
  },
  /** Proposes the transfers that would even out the days; nothing is moved. */
  proposal: {
    method: 'GET',
    path: '/callcenter/capacidade-agendas-vendedores/equilibrio',
    summary: 'Proposta de equilíbrio das agendas entre vendedores',
    permission,
    query: Strict(days),
    response: Type.Object({
      movimentos: Type.Array(AgendaShift, { title: 'Transferências' }),
      /** Agendas above capacity that nobody could take. */
      semLugar: Type.Integer({ title: 'Sem quem receba' }),
    }),
  },
  balance: {
    method: 'POST',
    path: '/callcenter/capacidade-agendas-vendedores/equilibrio',
    summary: 'Transferir agendas para equilibrar os vendedores',
    permission,
    idempotent,
    body: Strict({
      movimentos: Type.Array(Strict({ id: Id('Agenda'), versao, idColab: Id('Para quem') }), {
        title: 'Transferências',
        minItems: 1,
        maxItems: MAX_AGENDA_ROWS,
      }),
      confirmar,
    }),
    response: RowResults,
  },
});
