import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { FileRef } from '../../config/platform.ts';
import { Day, Id, Nullable, Strict, Text } from '../../route.ts';
import { compareDecimals, type Decimal, decimalPlaces, parseDecimal } from '../decimal.ts';
import { UNTYPED } from '../draftReading.ts';
import type { Problem } from '../problem.ts';
import { lengthFault, QUANTITY_MAX_PLACES } from '../quantity.ts';
import { baseFault, type ReturnUnit } from '../tickets/returnUnits.ts';
import { unitFields } from '../tickets/ticketInput.ts';

/**
 * Accepts text or a number, so that the rule rather than the schema validator explains what is wrong with '1,5'
 * (quantity.ts).
 */
const Quantity = (title: string) => Type.Union([Text(title, 20), Type.Number()], { title });
const files = Type.Optional(Type.Array(FileRef, { title: 'Arquivos', maxItems: 6 }));

/** Analysis of one line: the counters and the authorised quantity add up to the requested quantity (docs/domain.md 3). */
export const AnalysisLineInput = Strict({
  id: Id('Item'),
  /** The unit of the quantities; without it, the line's own. The line is then told in it. */
  ...unitFields,
  autorizada: Quantity('Autorizado'),
  fora_prazo: Type.Optional(Quantity('Fora do prazo')),
  outra_marca: Type.Optional(Quantity('Outra marca')),
  falta: Type.Optional(Quantity('Falta')),
  avaria: Type.Optional(Quantity('Avaria')),
  quebra_direta: Type.Optional(Quantity('Quebrado')),
  motivoAnalise: Type.Optional(Text('Motivo da análise', 250)),
  /** The mark of the suggestion that the person saw (analysisSuggestions.ts). */
  sugestao: Type.Optional(Text('Sugestão vista', 60, { [UNTYPED]: true })),
});
export type AnalysisLineInput = Static<typeof AnalysisLineInput>;

export const AnalysisInput = Strict({
  linhas: Type.Array(AnalysisLineInput, { title: 'Linhas', maxItems: 1000 }),
});
export type AnalysisInput = Static<typeof AnalysisInput>;

/** The invoice with which the goods come back. `arquivos`: its PDF or XML, at least one. */
export const ReturnInvoiceInput = Strict({
  chave: Text('Chave de acesso', 60),
  /** Exact decimal with a point or a Brazilian comma; the rule parses it. */
  total: Text('Valor total', 20),
  arquivos: files,
  /** A file that the ticket already has, such as the XML of an e-mail, instead of one that is sent now. */
  anexo: Type.Optional(Nullable(Id('Anexo do ticket'))),
  /** A supervisor accepts a difference beyond the tolerance. */
  liberacao: Type.Optional(Nullable(Strict({ motivo: Text('Motivo da liberação', 250) }))),
});
export type ReturnInvoiceInput = Static<typeof ReturnInvoiceInput>;

export const CheckInLineInput = Strict({
  id: Id('Item'),
  /** The unit of the quantity; without it, the line's own. The line is then told in it. */
  ...unitFields,
  recebida: Quantity('Recebido'),
  /** Whether the goods arrived damaged; requires a photo. */
  avariada: Type.Optional(Type.Boolean({ title: 'Chegou avariado' })),
  obs: Type.Optional(Text('Observação', 250)),
  arquivos: files,
});
export type CheckInLineInput = Static<typeof CheckInLineInput>;

export const CheckInInput = Strict({
  linhas: Type.Array(CheckInLineInput, { title: 'Linhas', maxItems: 1000 }),
});
export type CheckInInput = Static<typeof CheckInInput>;

export const LogisticsInput = Strict({
  responsavel: Type.Union([Type.Literal('TRANSPORTADORA'), Type.Literal('REPRESENTANTE')], {
    title: 'Responsável',
  }),
  responsavel_id: Id('Responsável'),
  dias_atraso: Type.Integer({ title: 'Dias de atraso', minimum: 0, maximum: 9999 }),
  /** Logistics rejects the claim of a delay; the ticket can then only be ended. */
  recusada: Type.Optional(Type.Boolean({ title: 'Recusada' })),
  obs: Type.Optional(Text('Observação', 250)),
});
export type LogisticsInput = Static<typeof LogisticsInput>;

export const FinanceInput = Strict({
  titulos: Type.Array(
    Strict({
      id: Id('Título'),
      decisao: Type.Union([Type.Literal('CONCEDIDA'), Type.Literal('NEGADA')], { title: 'Decisão' }),
      novoVencimento: Type.Optional(Nullable(Day('Novo vencimento'))),
      obs: Type.Optional(Text('Observação', 250)),
    }),
    { title: 'Títulos', maxItems: 500 },
  ),
});
export type FinanceInput = Static<typeof FinanceInput>;

/** The data from the dialog of each requirement; a step without a requirement accepts none. */
export const stepData = {
  analise: Type.Optional(AnalysisInput),
  notaDevolucao: Type.Optional(ReturnInvoiceInput),
  conferencia: Type.Optional(CheckInInput),
  prorrogacaoLogistica: Type.Optional(LogisticsInput),
  prorrogacaoFinanceiro: Type.Optional(FinanceInput),
};
export const StepData = Strict(stepData);
export type StepData = Static<typeof StepData>;

/** A line of the ticket with the name that dialogs use for it. */
export interface NamedLine {
  id: number;
  /** '10023 - ARROZ TIPO 1', as displayed. */
  label: string;
}

interface GivenLine {
  id: number;
}

interface LineRule<Known extends NamedLine, Given extends GivenLine> {
  /** 'analise.linhas'. */
  path: string;
  /** The lines that must be answered. */
  known: readonly Known[];
  given: readonly Given[];
  /** Message for a line without an answer: 'Falta analisar'. */
  missing: string;
  /** The problems of one line, with field names relative to the line's path. */
  validate: (given: Given, line: Known) => Problem[];
}

/**
 * Every line must be given exactly once, and no unknown one. A missing line has no position in the submitted data, so it is
 * reported after the last one, which gives each its own message.
 */
export function lineProblems<Known extends NamedLine, Given extends GivenLine>({
  path,
  known,
  given,
  missing,
  validate,
}: LineRule<Known, Given>): Problem[] {
  const byId = new Map(known.map((line) => [line.id, line]));
  const seen = new Set<number>();
  const found = given.flatMap((each, index) => {
    const line = byId.get(each.id);
    const repeated = seen.has(each.id);
    seen.add(each.id);
    const here = `${path}.${index}`;
    if (!line)
      return [{ field: `${here}.id`, message: 'Este produto não está entre os que esta etapa trata.' }];
    if (repeated)
      return [{ field: `${here}.id`, message: `${line.label}: o produto foi enviado duas vezes.` }];
    return validate(each, line).map(({ field, message }) => ({
      field: `${here}.${field}`,
      message: `${line.label}: ${message}`,
    }));
  });
  const left = known.filter(({ id }) => !seen.has(id));
  return [
    ...found,
    ...left.map(({ label }, index) => ({
      field: `${path}.${given.length + index}`,
      message: `${missing}: ${label}.`,
    })),
  ];
}

/** A quantity from a dialog: not given yet, wire text, or a JSON number. */
type GivenQuantity = string | number | null | undefined;

/** A quantity that may be zero: 7 digits and 4 decimals, no sign. */
export function readQuantity(given: GivenQuantity): Decimal | null {
  if (given === null || given === undefined) return null;
  const value = parseDecimal(String(given));
  if (value === null || compareDecimals(value, '0') < 0) return null;
  return decimalPlaces(value) <= QUANTITY_MAX_PLACES ? value : null;
}

/** Facts about the line that a quantity belongs to. */
interface OfLine {
  /** Whether base units may have decimals (`unitDivides`). */
  divides: boolean;
  /** The line's full quantity, which is always accepted unchanged. */
  all: Decimal;
  /** The line's unit; without it, the quantity is in base units. */
  unit?: ReturnUnit | undefined;
}

/** Why a quantity is not allowed; '' if it is. */
export function quantityFault(given: GivenQuantity, { divides, all, unit = BASE }: OfLine): string {
  if (given === null || given === undefined || given === '') return 'informe a quantidade';
  const value = parseDecimal(String(given));
  if (value === null) return 'a quantidade precisa ser um número';
  if (compareDecimals(value, '0') < 0) return 'a quantidade não pode ser negativa';
  if (compareDecimals(value, all) === 0) return '';
  const long = lengthFault(value);
  if (long) return long;
  // An old fraction of goods that are counted is divided as it came.
  const isFraction = baseFault(all, unit, { units: [unit], divides }) !== '';
  return baseFault(value, unit, { units: [unit], divides: divides || isFraction });
}

const BASE: ReturnUnit = { unit: 'a unidade', factor: '1' };
