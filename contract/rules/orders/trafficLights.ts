import { addDecimals, compareDecimals, type Decimal, isPositive, subtractDecimals } from '../decimal.ts';
import { formatCount, formatMoney, formatPercent } from '../format.ts';

/** CINZA: the facts do not tell. */
type LightColor = 'VERDE' | 'AMARELO' | 'VERMELHO' | 'CINZA';
export type LightName = 'CREDITO' | 'ESTOQUE' | 'MARGEM' | 'TITULOS';
/** A light in words: what it says of the sale, not its colour. */
const STATES: Readonly<Record<LightName, Readonly<Record<LightColor, string>>>> = {
  CREDITO: {
    VERDE: 'Crédito liberado',
    AMARELO: 'Crédito a confirmar',
    VERMELHO: 'Crédito insuficiente',
    CINZA: 'Crédito desconhecido',
  },
  ESTOQUE: {
    VERDE: 'Estoque disponível',
    AMARELO: 'Estoque baixo',
    VERMELHO: 'Estoque insuficiente',
    CINZA: 'Estoque desconhecido',
  },
  MARGEM: {
    VERDE: 'Lucro adequado',
    AMARELO: 'Lucro abaixo do mínimo',
    VERMELHO: 'Prejuízo',
    CINZA: 'Lucro desconhecido',
  },
  TITULOS: {
    VERDE: 'Títulos em dia',
    AMARELO: 'Título vencido',
    VERMELHO: 'Título vencido além do tolerado',
    CINZA: 'Títulos desconhecidos',
  },
};
export const lightText = ({ nome, cor }: Pick<Light, 'nome' | 'cor'>): string => STATES[nome][cor];
export interface Light {
  nome: LightName;
  cor: LightColor;
  motivo: string;
}

/** The facts from which the lights of a quote are determined (sinaleiras, docs/domain.md 10). */
export interface LightFacts {
  credit: CreditFacts;
  /** Number of products with insufficient stock, and of products with low stock. */
  withoutStock: number;
  withLowStock: number;
  profitPercent: Decimal;
  /** Number of items whose cost is not known, which makes the margin look higher than it is. */
  withoutCost: number;
  /** Below this margin the light is yellow, below 0 it is red. */
  leastMargin: Decimal;
  lateTitles: number;
  lateAmount: Decimal;
  /** Age of the oldest late title in days; more than `lateDays` is red. */
  oldestLateDays: number;
  lateDays: number;
}

export const trafficLights = (facts: LightFacts): Light[] => [
  { nome: 'CREDITO', ...creditLight(facts.credit) },
  stockLight(facts),
  marginLight(facts),
  titlesLight(facts),
];

function stockLight({ withoutStock: none, withLowStock: low }: LightFacts): Light {
  if (none > 0) return light('ESTOQUE', 'VERMELHO', `${items(none)} sem estoque para a quantidade.`);
  if (low > 0) return light('ESTOQUE', 'AMARELO', `${items(low)} com estoque baixo.`);
  return light('ESTOQUE', 'VERDE', 'Há estoque de todos os itens.');
}

function marginLight({ profitPercent, leastMargin, withoutCost }: LightFacts): Light {
  const text = `Lucro de ${formatPercent(profitPercent, 2)}.`;
  if (compareDecimals(profitPercent, '0') < 0) return light('MARGEM', 'VERMELHO', text);
  if (compareDecimals(profitPercent, leastMargin) < 0) return light('MARGEM', 'AMARELO', text);
  if (withoutCost > 0)
    return light('MARGEM', 'CINZA', `${items(withoutCost)} sem custo cadastrado: não se sabe o lucro.`);
  return light('MARGEM', 'VERDE', text);
}

function titlesLight({ lateTitles, lateAmount, oldestLateDays, lateDays }: LightFacts): Light {
  if (lateTitles === 0 || !isPositive(lateAmount)) return light('TITULOS', 'VERDE', 'Nenhum título vencido.');
  const text = `${formatCount(lateTitles, 'título vencido', 'títulos vencidos')}, ${formatMoney(lateAmount, 2)}.`;
  return light('TITULOS', oldestLateDays > lateDays ? 'VERMELHO' : 'AMARELO', text);
}

const items = (count: number) => formatCount(count, 'item', 'itens');
const light = (nome: LightName, cor: LightColor, motivo: string): Light => ({ nome, cor, motivo });

/** The release of red lights by a leader, and the total it covers; a more expensive quote needs a new one. */
interface LightRelease {
  cores: LightName[];
  total: Decimal;
}

/** The red lights that a leader may release. Credit and stock stop the order in any case. */
export const RELEASABLE: readonly LightName[] = ['MARGEM', 'TITULOS'];

/** Releasable red lights that have not been released. */
export const unreleasedRedLights = (
  lights: readonly Light[],
  release: LightRelease | null,
  total: Decimal,
): Light[] =>
  lights.filter(
    ({ nome, cor }) =>
      cor === 'VERMELHO' &&
      RELEASABLE.includes(nome) &&
      !(release?.cores.includes(nome) && compareDecimals(total, release.total) <= 0),
  );

/** A customer's credit limit; `null` applies to every method or every plan. */
export interface CreditLimitFacts {
  id: number;
  methodId: number | null;
  planId: number | null;
  /** 'Boleto', 'Boleto em 28 dias', 'Todas as formas'. */
  name: string;
  total: Decimal;
  /** Amount owed by titles. */
  used: Decimal;
  /** Amount of other orders that will become titles under this limit but have not yet. */
  ordered: Decimal;
}

/** The facts on which an order's credit check is based. */
export interface CreditFacts {
  /** The amount that the customer would owe for the order. */
  amount: Decimal;
  /** Whether the company checks orders against credit. */
  enforced: boolean;
  methodId: number | null;
  methodName: string;
  planId: number | null;
  planName: string;
  /** Whether method and plan leave an amount to be paid after the sale. */
  paidLater: boolean;
  limits: readonly CreditLimitFacts[];
}

type CreditCheck =
  | { passes: true; reason: 'NAO_CONFERIDO' | 'A_VISTA' }
  | { passes: true; reason: 'CABE'; free: Decimal }
  | { passes: false; reason: 'SEM_LIMITE' }
  | { passes: false; reason: 'LIMITE_EXCEDIDO'; free: Decimal }
  /** Neither method nor plan may be missing; otherwise the applicable limit is undetermined. */
  | { passes: false; reason: 'SEM_CONDICAO' };

/** Whether an order fits the customer's credit for its method and plan. The light and the order use the same check. */
function creditCheck(facts: CreditFacts): CreditCheck {
  if (!facts.enforced) return { passes: true, reason: 'NAO_CONFERIDO' };
  if (facts.methodId === null || facts.planId === null) return { passes: false, reason: 'SEM_CONDICAO' };
  if (!facts.paidLater) return { passes: true, reason: 'A_VISTA' };
  const limit = limitFor(facts);
  if (!limit) return { passes: false, reason: 'SEM_LIMITE' };
  const free = freeOf(limit);
  return compareDecimals(facts.amount, free) <= 0
    ? { passes: true, reason: 'CABE', free }
    : { passes: false, reason: 'LIMITE_EXCEDIDO', free };
}

/** The limit for these terms; the most specific one applies. */
function limitFor({ methodId, planId, limits }: CreditFacts): CreditLimitFacts | undefined {
  const fits = (named: number | null, own: number | null) => named === null || named === own;
  return limits
    .filter((limit) => fits(limit.methodId, methodId) && fits(limit.planId, planId))
    .sort((a, b) => specificity(b) - specificity(a) || a.id - b.id)[0];
}

const specificity = ({ planId, methodId }: CreditLimitFacts) =>
  (planId === null ? 0 : 2) + (methodId === null ? 0 : 1);

/** Remaining amount of a limit; negative when more is owed than it allows. */
const freeOf = ({ total, used, ordered }: CreditLimitFacts): Decimal =>
  subtractDecimals(total, addDecimals(used, ordered));

const shown = (free: Decimal) => formatMoney(isPositive(free) ? free : '0', 2);

/**
 * Why an order is refused for credit reasons; `null` if it passes, or if its terms are missing, which is reported elsewhere.
 */
export function creditRefusal(facts: CreditFacts): { code: string; message: string } | null {
  const check = creditCheck(facts);
  if (check.passes || check.reason === 'SEM_CONDICAO') return null;
  return check.reason === 'SEM_LIMITE'
    ? {
        code: 'SEM_LIMITE',
        message: `O cliente não tem limite de crédito para ${termsText(facts)}. Escolha à vista.`,
      }
    : {
        code: 'LIMITE_EXCEDIDO',
        message: `O pedido é de ${formatMoney(facts.amount, 2)} em ${termsText(facts)} e o limite disponível, de ${shown(check.free)}.`,
      };
}

/** Green exactly when the order's check passes; while the terms have not been chosen, each limit is considered separately. */
export function creditLight(facts: CreditFacts): { cor: 'VERDE' | 'AMARELO' | 'VERMELHO'; motivo: string } {
  const check = creditCheck(facts);
  switch (check.reason) {
    case 'NAO_CONFERIDO':
      return { cor: 'VERDE', motivo: 'A empresa não confere crédito.' };
    case 'A_VISTA':
      return { cor: 'VERDE', motivo: 'À vista: não usa crédito.' };
    case 'CABE':
      return { cor: 'VERDE', motivo: `Restam ${restText(facts, check.free)}.` };
    case 'SEM_LIMITE':
      return {
        cor: 'VERMELHO',
        motivo: `O cliente não tem limite para ${termsText(facts)}. Escolha à vista ou outra forma.`,
      };
    case 'LIMITE_EXCEDIDO':
      return {
        cor: 'VERMELHO',
        motivo: `Faltam ${formatMoney(subtractDecimals(facts.amount, check.free), 2)} de crédito para ${termsText(facts)}.`,
      };
    case 'SEM_CONDICAO':
      return { cor: 'AMARELO', motivo: `Escolha cobrança e plano. ${limitsText(facts)}` };
  }
}

const restText = (facts: CreditFacts, free: Decimal) =>
  `${formatMoney(subtractDecimals(free, facts.amount), 2)} de crédito para ${termsText(facts)}`;

/** 'Boleto, 28/35 dias': a limit may be of one plan, so that a method alone does not say which was asked. */
const termsText = ({ methodName, planName }: CreditFacts) =>
  [methodName, planName].filter(Boolean).join(', ');

function limitsText({ methodId, limits }: CreditFacts): string {
  const own = limits.filter(
    (limit) => methodId === null || limit.methodId === null || limit.methodId === methodId,
  );
  if (own.length === 0) return 'O cliente não tem limite de crédito.';
  return `Limite disponível: ${own.map((limit) => `${limit.name} ${shown(freeOf(limit))}`).join('; ')}.`;
}
