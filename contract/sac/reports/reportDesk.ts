import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../../config/platform.ts';
import {
  Day,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  Page,
  pageQuery,
  Strict,
  Text,
  Title,
} from '../../route.ts';
import { REPORT_FORMATS, RUN_STATES } from '../../rules/reports/report.ts';
import { simpleListQuery, WrittenRecord } from '../../sharedShapes.ts';
import { NamedOption } from '../lookups.ts';
import { DashboardKey } from './dashboardSummaries.ts';
import { oneOf, ReportKey, ReportResult, reportParams, Values } from './reports.ts';

const permission = 'SAC_RELATORIO';

export const ReportSet = Type.Object({
  id: Id('Código'),
  nome: Type.String({ title: 'Nome' }),
  equipe: Type.Boolean({ title: 'Da equipe' }),
  minha: Type.Boolean({ title: 'Minha' }),
  /** Own sets; those of the team also by people who manage the reports. */
  podeAlterar: Type.Boolean({ title: 'Pode alterar' }),
  dono: NamedOption,
  /** Days may be relative (`@inicio_mes`), see contract/rules/reports/relativeDays.ts. */
  filtros: Values,
  /** A newer version of the report asks for other parameters; the set is shown and marked, but not run unchanged. */
  desatualizada: Type.Boolean({ title: 'Desatualizada' }),
  versao: Type.Integer({ title: 'Versão' }),
});
export type ReportSet = Static<typeof ReportSet>;

const Hour = Type.String({ title: 'Hora', maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
const Zone = Type.String({ title: 'Fuso', maxLength: 60 });
export const Rhythm = Type.Union(
  [
    Strict({ tipo: Type.Literal('DIARIO', { title: 'Ritmo' }), hora: Hour, fuso: Zone }),
    Strict({
      tipo: Type.Literal('SEMANAL', { title: 'Ritmo' }),
      dias: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
        title: 'Dias da semana',
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
      }),
      hora: Hour,
      fuso: Zone,
    }),
    Strict({
      tipo: Type.Literal('MENSAL', { title: 'Ritmo' }),
      dia: Type.Integer({ title: 'Dia do mês', minimum: 1, maximum: 28 }),
      hora: Hour,
      fuso: Zone,
    }),
  ],
  { title: 'Quando' },
);

export const ReportSchedule = Type.Object({
  id: Id('Código'),
  /** What is sent: a report, or a dashboard as PDF. The other is `null`. */
  relatorio: Nullable(ReportKey),
  painel: Nullable(DashboardKey),
  titulo: Type.String({ title: 'Relatório ou painel' }),
  nome: Type.String({ title: 'Nome' }),
  filtros: Values,
  formato: Type.String({ title: 'Formato' }),
  ritmo: Rhythm,
  destinatarios: Type.Array(NamedOption, { title: 'Destinatários' }),
  dono: NamedOption,
  ativo: Type.Boolean({ title: 'Ativo' }),
  soComLinhas: Type.Boolean({ title: 'Só se houver linhas' }),
  desatualizado: Type.Boolean({ title: 'Desatualizado' }),
  proxima: Nullable(Instant('Próxima')),
  ultima: Nullable(Instant('Última')),
  erro: Type.String({ title: 'Erro' }),
  versao: Type.Integer({ title: 'Versão' }),
});
export type ReportSchedule = Static<typeof ReportSchedule>;

export const ReportRun = Type.Object({
  id: Type.Integer({ title: 'Código' }),
  /** `null` for a dashboard that was sent as PDF, whose key is in `painel`. */
  relatorio: Nullable(ReportKey),
  painel: Nullable(DashboardKey),
  titulo: Type.String({ title: 'Título' }),
  pessoa: NamedOption,
  formato: oneOf(REPORT_FORMATS, 'Formato'),
  situacao: oneOf(RUN_STATES, 'Situação'),
  linhas: Nullable(Type.Integer({ title: 'Linhas' })),
  cortado: Type.Boolean({ title: 'Cortado' }),
  erro: Type.String({ title: 'Erro' }),
  filtros: Values,
  inicio: Instant('Início'),
  fim: Nullable(Instant('Fim')),
  /** That of the report or dashboard. */
  versaoRelatorio: Type.Integer({ title: 'Versão do relatório' }),
  agendado: Type.Boolean({ title: 'Agendado' }),
  /** File of the run, if it can still be downloaded. */
  arquivo: Nullable(Type.String({ title: 'Arquivo' })),
});
export type ReportRun = Static<typeof ReportRun>;

const FileFormat = Type.Union([Type.Literal('CSV'), Type.Literal('XLSX'), Type.Literal('PDF')], {
  title: 'Formato',
});
/** The form asks ('Mostrar para toda a equipe'), the list tells ('Da equipe'). */
const setBody = {
  nome: Title('Nome', 80),
  filtros: Values,
  equipe: Type.Boolean({ title: 'Mostrar para toda a equipe' }),
};
const scheduleBody = {
  nome: Title('Nome', 80),
  formato: FileFormat,
  ritmo: Rhythm,
  destinatarios: Type.Array(Id('Pessoa'), {
    title: 'Quem recebe',
    minItems: 1,
    maxItems: 30,
    uniqueItems: true,
  }),
  filtros: Values,
  /** Who would receive no row receives nothing; left as it is when absent. */
  soComLinhas: Type.Optional(Type.Boolean({ title: 'Só se houver linhas' })),
  ativo: Type.Boolean({ title: 'Ativo' }),
};
const missing = { nome: 'Dê um nome.', destinatarios: 'Escolha quem recebe.' };
const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });

/** Our own addition: saved sets, schedules and the history. */
export const reportDeskRoutes = defineRoutes({
  sets: {
    method: 'GET',
    path: '/config/relatorios/{idRelatorio}/conjuntos',
    summary: 'Filtros salvos de um relatório',
    permission,
    params: reportParams,
    response: Type.Array(ReportSet),
  },
  createSet: {
    method: 'POST',
    path: '/config/relatorios/{idRelatorio}/conjuntos',
    summary: 'Salvar filtros de um relatório',
    permission,
    params: reportParams,
    body: Strict(setBody),
    missing,
    idempotent: true,
    response: One(ReportSet),
  },
  updateSet: {
    method: 'PUT',
    path: '/config/relatorios/{idRelatorio}/conjuntos/{id}',
    summary: 'Alterar filtros salvos',
    permission,
    params: Strict({ idRelatorio: ReportKey, id: Id('Código') }),
    body: Strict({ ...setBody, versao }),
    missing,
    response: One(ReportSet),
  },
  removeSet: {
    method: 'DELETE',
    path: '/config/relatorios/{idRelatorio}/conjuntos/{id}',
    summary: 'Excluir filtros salvos',
    permission,
    params: Strict({ idRelatorio: ReportKey, id: Id('Código') }),
    response: Done,
  },
  schedules: {
    method: 'GET',
    path: '/config/relatorios-agendados',
    summary: 'Envios agendados de relatórios e painéis',
    permission: 'RELATORIOS_AGENDAR',
    /** Selected by `relatorio` or `painel`, or in the simple-REST dialect. */
    query: Type.Composite(
      [Strict({ relatorio: Type.Optional(ReportKey), painel: Type.Optional(DashboardKey) }), simpleListQuery],
      { additionalProperties: false },
    ),
    response: Type.Array(ReportSchedule),
  },
  schedule: {
    method: 'GET',
    path: '/config/relatorios-agendados/{id}',
    summary: 'Um envio agendado de relatório ou painel',
    permission: 'RELATORIOS_AGENDAR',
    params: Strict({ id: Id('Código') }),
    response: ReportSchedule,
  },
  createSchedule: {
    method: 'POST',
    path: '/config/relatorios-agendados',
    summary: 'Agendar o envio de um relatório ou painel',
    permission: 'RELATORIOS_AGENDAR',
    /** One of `relatorio` and `painel`; a dashboard goes as PDF. */
    body: Strict({
      relatorio: Type.Optional(ReportKey),
      painel: Type.Optional(DashboardKey),
      ...scheduleBody,
    }),
    missing,
    idempotent: true,
    response: ReportSchedule,
  },
  updateSchedule: {
    method: 'PUT',
    path: '/config/relatorios-agendados/{id}',
    summary: 'Alterar um envio agendado',
    permission: 'RELATORIOS_AGENDAR',
    params: Strict({ id: Id('Código') }),
    body: Strict({ ...scheduleBody, versao }),
    missing,
    record: ReportSchedule,
    response: ReportSchedule,
  },
  removeSchedule: {
    method: 'DELETE',
    path: '/config/relatorios-agendados/{id}',
    summary: 'Excluir um envio agendado',
    permission: 'RELATORIOS_AGENDAR',
    params: Strict({ id: Id('Código') }),
    response: WrittenRecord,
  },
  receivers: {
    method: 'GET',
    path: '/config/relatorios-destinatarios',
    summary: 'Pessoas que podem receber relatórios',
    permission: 'RELATORIOS_AGENDAR',
    query: Strict({ q: Type.Optional(Text('Pesquisa', 100)) }),
    response: Type.Array(NamedOption),
  },
  /** The person's own runs; people who may change reports see everyone's. */
  runs: {
    method: 'GET',
    path: '/config/relatorios-execucoes',
    summary: 'Histórico de gerações',
    permission,
    query: Strict({
      ...pageQuery,
      relatorio: Type.Optional(ReportKey),
      situacao: Type.Optional(oneOf(RUN_STATES, 'Situação')),
      formato: Type.Optional(oneOf(REPORT_FORMATS, 'Formato')),
      /** Only the person's own runs, even if they may see everyone's. */
      minhas: Type.Optional(Type.Boolean({ title: 'Minhas' })),
      dtIni: Type.Optional(Day('Início')),
      dtFim: Type.Optional(Day('Fim')),
    }),
    response: Page(ReportRun),
  },
  /** Available to the person it was created for, as long as it is kept and they may still export the report. */
  runFile: {
    method: 'GET',
    path: '/config/relatorios-execucoes/{id}/arquivo',
    personal: true,
    summary: 'Baixar o arquivo de uma geração',
    permission: 'RELATORIOS_EXPORTAR',
    params: Strict({ id: Id('Código') }),
    file: true,
    response: Binary,
  },
  /** Studio: the SQL that a built draft runs, as one could write it; parameters by their names. */
  sql: {
    method: 'POST',
    path: '/config/relatorios-sql',
    summary: 'O SQL de um relatório montado',
    permission: 'CONFIGURACAO_RELATORIOS',
    body: Strict({ conteudo: Values }),
    response: One(Type.Object({ sql: Type.String({ title: 'SQL' }) })),
  },
  /**
   * Studio: runs a draft within the author's own scope, limited to 50 rows. With `prazo` it ends after a second, and may be the
   * result of the last minute.
   */
  preview: {
    method: 'POST',
    path: '/config/relatorios-previa',
    summary: 'Prévia de um relatório em rascunho',
    permission: 'CONFIGURACAO_RELATORIOS',
    body: Strict({
      conteudo: Values,
      filtros: Values,
      prazo: Type.Optional(Type.Boolean({ title: 'Só se vier logo' })),
    }),
    response: One(ReportResult),
  },
});
