import { isRecord } from '../jsonRecord.ts';
import { upperFirst } from '../text.ts';
/**
 * Which customers enter a stage of the follow-up board: all given conditions must hold. The language is closed, so that a
 * rule is data that the server can evaluate in SQL. A customer is placed in the first stage whose rule they match; a rule
 * without conditions matches everyone.
 */
export interface StageRule {
  prospect?: boolean;
  bloqueado?: boolean;
  naoContatar?: boolean;
  /** Whether the customer ever bought. */
  comprou?: boolean;
  /** Whether the customer has a quote that can still become an order. */
  orcamentosAbertos?: boolean;
  /** Whether the customer has an order that has not been delivered yet. */
  pedidosEmAndamento?: boolean;
  titulosVencidos?: boolean;
  agendaAberta?: boolean;
  /** Days since the last purchase; a customer who never bought does not match. */
  diasSemCompra?: DaySpan;
  /** Number of days without any contact; also matches customers who were never contacted. */
  diasSemContato?: number;
  /** `classeVenda`, `categoria`. */
  classes?: string[];
  categorias?: string[];
}

export interface DaySpan {
  de?: number;
  ate?: number;
}

const MAX_DAYS = 3650;
const MAX_WORDS = 50;

const isDays = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_DAYS;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_WORDS &&
  value.every((word) => typeof word === 'string' && word.length <= 60);

function isSpan(value: unknown): value is DaySpan {
  if (!isRecord(value)) return false;
  const { de, ate, ...others } = value;
  if (Object.keys(others).length > 0 || (de === undefined && ate === undefined)) return false;
  if (de !== undefined && !isDays(de)) return false;
  if (ate !== undefined && !isDays(ate)) return false;
  return de === undefined || ate === undefined || de <= ate;
}

const PARTS: Record<keyof StageRule, (value: unknown) => boolean> = {
  prospect: isFlag,
  bloqueado: isFlag,
  naoContatar: isFlag,
  comprou: isFlag,
  orcamentosAbertos: isFlag,
  pedidosEmAndamento: isFlag,
  titulosVencidos: isFlag,
  agendaAberta: isFlag,
  diasSemCompra: isSpan,
  diasSemContato: isDays,
  classes: isWords,
  categorias: isWords,
};

/** Parses a rule; `null` if any part of it is not in the language. Such a stage must match nobody. */
export function readStageRule(value: unknown): StageRule | null {
  if (!isRecord(value)) return null;
  const isPartOfLanguage = Object.entries(value).every(
    // Properties that every object inherits are not part of the language.
    ([key, part]) => Object.hasOwn(PARTS, key) && PARTS[key as keyof StageRule](part),
  );
  return isPartOfLanguage ? (value as StageRule) : null;
}

const FLAGS: Partial<Record<keyof StageRule, readonly [yes: string, no: string]>> = {
  prospect: ['prospects', 'sem prospects'],
  bloqueado: ['bloqueados', 'sem bloqueio'],
  naoContatar: ['pediram para não ser contatados', 'podem ser contatados'],
  comprou: ['já compraram', 'nunca compraram'],
  orcamentosAbertos: ['com orçamento aberto', 'sem orçamento aberto'],
  pedidosEmAndamento: ['com pedido em andamento', 'sem pedido em andamento'],
  titulosVencidos: ['com títulos vencidos', 'sem títulos vencidos'],
  agendaAberta: ['com agenda aberta', 'sem agenda aberta'],
};

/** The rule as a sentence, shown under the stage's name. */
export function stageRuleText(rule: StageRule): string {
  const flags = Object.entries(FLAGS).flatMap(([key, [yes, no]]) => {
    const value = rule[key as keyof StageRule];
    return value === undefined ? [] : [value ? yes : no];
  });
  const parts = [
    ...flags,
    ...(rule.diasSemCompra ? [spanText(rule.diasSemCompra)] : []),
    ...(rule.diasSemContato === undefined ? [] : [`sem contato há ${rule.diasSemContato} dias ou mais`]),
    ...(rule.classes ? [`classe ${rule.classes.join(', ')}`] : []),
    ...(rule.categorias ? [`categoria ${rule.categorias.join(', ')}`] : []),
  ];
  const text = parts.join('; ') || 'todos os outros';
  return upperFirst(text);
}

function spanText({ de, ate }: DaySpan): string {
  if (de === undefined) return `última compra há até ${ate} dias`;
  return ate === undefined ? `última compra há ${de} dias ou mais` : `última compra há ${de} a ${ate} dias`;
}
