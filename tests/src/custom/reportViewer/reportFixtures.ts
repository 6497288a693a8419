import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportRun, ReportSchedule, ReportSet } from '#contract/sac/reports/reportDesk.ts';
import type { ReportCard, ReportResult } from '#contract/sac/reports/reports.ts';

export const card = (id: string, fields: Partial<ReportCard> = {}): ReportCard => ({
  id,
  titulo: 'Devoluções por motivo',
  descricao: 'Quantidade, valor e custo de cada motivo.',
  grupo: 'Devoluções',
  thumb: 'AssignmentReturn',
  cor: 'primaria',
  modo_exibicao: 'PAGINA',
  exporta: true,
  saidas: ['CSV', 'XLSX', 'PDF'],
  versao: 3,
  ...fields,
});

/** The filters of the report used in these tests: a required period and a text. */
export const FILTER_FORM = formOfParameters([
  { parametro: 'periodo', label: 'Período', tipo: 'DATERANGE', obrigatorio: true, opcoes: [] },
  { parametro: 'produto', label: 'Produto', tipo: 'TEXT', obrigatorio: false, opcoes: [] },
]);

export const result = (fields: Partial<ReportResult> = {}): ReportResult => ({
  execucao: 41,
  titulo: 'Devoluções por motivo',
  filtros: 'Período: 01/10/2026 a 31/10/2026',
  colunas: [
    { campo: 'ticket', titulo: 'Ticket', tipo: 'INTEIRO', abre: 'ticket' },
    { campo: 'motivo', titulo: 'Motivo', tipo: 'TEXTO' },
    { campo: 'valor', titulo: 'Valor', tipo: 'DINHEIRO', total: 'SOMA' },
  ],
  linhas: [
    [812, 'Avaria', '1234.5'],
    [90, 'Falta', '99.9'],
    [7, null, '100'],
  ],
  totais: { valor: '1434.4' },
  avisos: [],
  detalhe: null,
  cortado: false,
  limite: 1000,
  milissegundos: 840,
  gerado: '2026-11-21T17:32:00.000Z',
  grafico: null,
  ...fields,
});

export const set = (id: number, fields: Partial<ReportSet> = {}): ReportSet => ({
  id,
  nome: 'Este mês',
  equipe: false,
  minha: true,
  podeAlterar: true,
  dono: { id: 7, nome: 'Ana Paula de Souza' },
  filtros: { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } },
  desatualizada: false,
  versao: 1,
  ...fields,
});

export const schedule = (id: number, fields: Partial<ReportSchedule> = {}): ReportSchedule => ({
  id,
  relatorio: 'devolucoes-por-motivo',
  painel: null,
  titulo: 'Devoluções por motivo',
  nome: 'Segunda cedo',
  filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
  formato: 'XLSX',
  ritmo: { tipo: 'SEMANAL', dias: [1], hora: '07:00', fuso: 'America/Sao_Paulo' },
  destinatarios: [{ id: 9, nome: 'Raul Silva' }],
  dono: { id: 7, nome: 'Ana Paula de Souza' },
  ativo: true,
  soComLinhas: false,
  desatualizado: false,
  proxima: '2026-11-23T10:00:00.000Z',
  ultima: null,
  erro: '',
  versao: 1,
  ...fields,
});

export const reportRun = (id: number, fields: Partial<ReportRun> = {}): ReportRun => ({
  id,
  relatorio: 'devolucoes-por-motivo',
  painel: null,
  titulo: 'Devoluções por motivo',
  pessoa: { id: 7, nome: 'Ana Paula de Souza' },
  formato: 'TELA',
  situacao: 'PRONTO',
  linhas: 132,
  cortado: false,
  erro: '',
  filtros: { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } },
  inicio: '2026-11-21T17:32:00.000Z',
  fim: '2026-11-21T17:32:01.500Z',
  versaoRelatorio: 3,
  agendado: false,
  arquivo: null,
  ...fields,
});
