import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { type Decimal, parseDecimal } from '../../../contract/rules/decimal.ts';
import { megabytesToBytes } from '../../../contract/rules/fileText.ts';
import {
  DEFAULT_CALCULATION_DECIMALS,
  DEFAULT_PERCENT_DECIMALS,
  DEFAULT_VALUE_DECIMALS,
} from '../../../contract/rules/format.ts';
import { readHolidays, readWorkHours, type WorkHours } from './workHours.ts';

/** SAC_ and GERAL_ on the wire; the call-center keeps its own, without a prefix (DOMAIN.md section 11). */
export type ParameterArea = 'SAC' | 'GERAL' | 'CALLCENTER';

/** By key, prefixes removed. */
export type ParameterValues = Readonly<Record<string, unknown>>;

export interface StandardParameter {
  area: ParameterArea;
  key: string;
  value: unknown;
  description: string;
  /** Told before sign-in. */
  public: boolean;
}

const standard = (
  area: ParameterArea,
  key: string,
  value: unknown,
  description: string,
  isPublic = false,
): StandardParameter => ({ area, key, value, description, public: isPublic });

/**
 * What every installation begins with (DOMAIN.md section 7). `diasLimiteDevolucao` is not among them: without it
 * the window is five years (document 000 section 9), and each company sets its own.
 */
export const STANDARD_PARAMETERS: readonly StandardParameter[] = [
  standard('GERAL', 'nomeEmpresa', 'Balcão', 'Nome da empresa no console', true),
  standard('GERAL', 'tipoImposto', 'BRUTO', 'Como os preços são validados: BRUTO ou LIQUIDO'),
  standard(
    'GERAL',
    'LIMITE_TAMANHO_MAXIMO_ARQUIVOS',
    25,
    'Tamanho total dos anexos de um envio, em MB',
    true,
  ),
  standard('GERAL', 'casasDecimaisValor', DEFAULT_VALUE_DECIMALS, 'Casas decimais dos valores mostrados'),
  standard('GERAL', 'casasDecimaisPercentual', DEFAULT_PERCENT_DECIMALS, 'Casas decimais dos percentuais'),
  standard('GERAL', 'casasDecimaisCalculo', DEFAULT_CALCULATION_DECIMALS, 'Casas decimais dos cálculos'),
  standard('GERAL', 'casasDecimaisMoeda', 2, 'Casas decimais dos campos de dinheiro'),
  standard('GERAL', 'arredondaValorFinal', true, 'Arredondar o valor final'),
  standard('GERAL', 'horasSessao', 12, 'Horas sem uso até a sessão terminar'),
  standard('GERAL', 'itensPorPagina', 25, 'Linhas por página das listas'),
  standard('GERAL', 'maximoItensPorPagina', 100, 'Máximo de linhas por página'),
  standard('SAC', 'maximoItensTicket', 100, 'Máximo de itens de um ticket'),
  standard('SAC', 'diasReaberturaConsumidor', 7, 'Dias em que o consumidor pode reabrir um ticket'),
  standard('SAC', 'diasReaberturaEquipe', 30, 'Dias em que a equipe pode reabrir um ticket'),
  standard('SAC', 'horasAvisoPrazo', 4, 'Horas úteis antes do prazo em que um ticket passa a "vencendo"'),
  standard(
    'SAC',
    'expediente',
    { dias: [1, 2, 3, 4, 5], inicio: '08:00', fim: '18:00' },
    'Dias (0 domingo a 6 sábado) e horas de trabalho, por filial',
  ),
  standard('SAC', 'feriados', [], 'Feriados locais da filial, AAAA-MM-DD, além dos nacionais'),
  standard('SAC', 'toleranciaEspelho', '0.10', 'Diferença aceita entre a nota e o espelho, em reais'),
];

/** Parameters of the service area, read safely: a value of the wrong kind counts as absent. */
export interface ServiceParameters {
  nomeEmpresa: string;
  tipoImposto: string;
  maximoItensTicket: number;
  /** Sum of all files of one command. The parameter itself is in MB. */
  limiteArquivosBytes: number;
  /** Oldest invoice that can be chosen, in days back: 1825 without the parameter (document 000 section 9). */
  diasLimiteDevolucao: number;
  /** First date of the invoice filter, in days back: the return window, or 180 without one. */
  diasFiltroInicial: number;
  diasReaberturaConsumidor: number;
  diasReaberturaEquipe: number;
  toleranciaEspelho: Decimal;
  /** Working hours before the due time in which a ticket is about to be late. */
  horasAvisoPrazo: number;
  expediente: WorkHours;
  /** Of the branch, beside the national ones. */
  feriados: CalendarDate[];
  horasSessao: number;
  itensPorPagina: number;
  maximoItensPorPagina: number;
  casasDecimaisValor: number;
  casasDecimaisPercentual: number;
  casasDecimaisCalculo: number;
  casasDecimaisMoeda: number;
  arredondaValorFinal: boolean;
}

const LONGEST_WINDOW = 1825;
const FIRST_FILTER = 180;

export function readServiceParameters(values: ParameterValues): ServiceParameters {
  const whole = (key: string, otherwise: number) => wholeNumber(values[key]) ?? otherwise;
  return {
    nomeEmpresa: text(values.nomeEmpresa) ?? 'Balcão',
    tipoImposto: text(values.tipoImposto) ?? 'BRUTO',
    maximoItensTicket: whole('maximoItensTicket', 100),
    limiteArquivosBytes: megabytesToBytes(positive(values.LIMITE_TAMANHO_MAXIMO_ARQUIVOS) ?? 25),
    diasLimiteDevolucao: whole('diasLimiteDevolucao', LONGEST_WINDOW),
    diasFiltroInicial: whole('diasLimiteDevolucao', FIRST_FILTER),
    diasReaberturaConsumidor: whole('diasReaberturaConsumidor', 7),
    diasReaberturaEquipe: whole('diasReaberturaEquipe', 30),
    toleranciaEspelho: decimal(values.toleranciaEspelho) ?? '0.1',
    horasAvisoPrazo: positive(values.horasAvisoPrazo) ?? 4,
    expediente: readWorkHours(values.expediente),
    feriados: readHolidays(values.feriados),
    horasSessao: positive(values.horasSessao) ?? 12,
    itensPorPagina: whole('itensPorPagina', 25),
    maximoItensPorPagina: whole('maximoItensPorPagina', 100),
    casasDecimaisValor: whole('casasDecimaisValor', DEFAULT_VALUE_DECIMALS),
    casasDecimaisPercentual: whole('casasDecimaisPercentual', DEFAULT_PERCENT_DECIMALS),
    casasDecimaisCalculo: whole('casasDecimaisCalculo', DEFAULT_CALCULATION_DECIMALS),
    casasDecimaisMoeda: whole('casasDecimaisMoeda', 2),
    arredondaValorFinal: values.arredondaValorFinal !== false,
  };
}

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const positive = (value: unknown): number | null => {
  const number = numberOf(value);
  return number !== null && number > 0 ? number : null;
};

const wholeNumber = (value: unknown): number | null => {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= 0 ? number : null;
};

const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

const decimal = (value: unknown): Decimal | null =>
  typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
