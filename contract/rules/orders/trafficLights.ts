import { addDecimals, compareDecimals, type Decimal, isPositive, subtractDecimals } from '../decimal.ts';
import { formatCount, formatMoney, formatPercent } from '../format.ts';

type LightColor = 'VERDE' | 'AMARELO' | 'VERMELHO';
export type LightName = 'CREDITO' | 'ESTOQUE' | 'MARGEM' | 'TITULOS';
export const LIGHT_WORDS: Readonly<Record<LightName, string>> = {
  CREDITO: 'Crédito',
  ESTOQUE: 'Estoque',
  MARGEM: 'Margem',
  TITULOS: 'Títulos',
};
export interface Light {
  nome: LightName;
  cor: LightColor;
  motivo: string;
}

/** What the lights of a quote are judged by (sinaleiras, DOMAIN section 10). */
export interface LightFacts {
  credit: CreditFacts;
  /** Products that are asked for more than there is, and those of which little is left. */
  withoutStock: number;
  withLowStock: number;
  profitPercent: Decimal;
  /** Below it the margin is yellow, below 0 red. */
  leastMargin: Decimal;
  lateTitles: number;
  lateAmount: Decimal;
  /** Days of the oldest late title; more than `lateDays` is red. */
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

function marginLight({ profitPercent, leastMargin }: LightFacts): Light {
  const text = `Margem de ${formatPercent(profitPercent, 2)}.`;
  if (compareDecimals(profitPercent, '0') < 0) return light('MARGEM', 'VERMELHO', text);
  return light('MARGEM', compareDecimals(profitPercent, leastMargin) < 0 ? 'AMARELO' : 'VERDE', text);
}

function titlesLight({ lateTitles, lateAmount, oldestLateDays, lateDays }: LightFacts): Light {
  if (lateTitles === 0 || !isPositive(lateAmount)) return light('TITULOS', 'VERDE', 'Nenhum título vencido.');
  const text = `${formatCount(lateTitles, 'título vencido', 'títulos vencidos')}, ${formatMoney(lateAmount, 2)}.`;
  return light('TITULOS', oldestLateDays > lateDays ? 'VERMELHO' : 'AMARELO', text);
}

const items = (count: number) => formatCount(count, 'item', 'itens');
const light = (nome: LightName, cor: LightColor, motivo: string): Light => ({ nome, cor, motivo });

/** Who let the red ones pass, for which total: a dearer quote asks again. */
interface LightRelease {
  cores: LightName[];
  total: Decimal;
}

/** A red one of these is let pass by whoever leads; credit and stock stop the order whatever anybody says. */
export const RELEASABLE: readonly LightName[] = ['MARGEM', 'TITULOS'];

/** Red lights that nobody let pass, and that somebody could. */
export const standingRed = (
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

/** A limit of a customer; `null` holds for every method, or every plan. */
export interface CreditLimitFacts {
  id: number;
  methodId: number | null;
  planId: number | null;
  /** 'Boleto', 'Boleto em 28 dias', 'Todas as formas'. */
  name: string;
  total: Decimal;
  /** Owed by titles. */
  used: Decimal;
  /** Of other orders that will become titles of it and are none yet. */
  ordered: Decimal;
}

/** What the order's own check of credit is decided by. */
export interface CreditFacts {
  /** What the customer would owe for the order. */
  amount: Decimal;
  /** The company holds orders against credit. */
  enforced: boolean;
  methodId: number | null;
  methodName: string;
  planId: number | null;
  /** Method and plan leave something to be paid after the sale. */
  paidLater: boolean;
  limits: readonly CreditLimitFacts[];
}

type CreditCheck =
  | { passes: true; reason: 'NAO_CONFERIDO' | 'A_VISTA' }
  | { passes: true; reason: 'CABE'; free: Decimal }
  | { passes: false; reason: 'SEM_LIMITE' }
  | { passes: false; reason: 'LIMITE_EXCEDIDO'; free: Decimal }
  /** Neither method nor plan may lack: nobody can say which limit it takes. */
  | { passes: false; reason: 'SEM_CONDICAO' };

/** Whether an order fits what its customer may owe by its method and plan; light and order ask the same. */
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

/** The limit of these terms; the more closely it names them, the sooner it holds. */
function limitFor({ methodId, planId, limits }: CreditFacts): CreditLimitFacts | undefined {
  const fits = (named: number | null, own: number | null) => named === null || named === own;
  return limits
    .filter((limit) => fits(limit.methodId, methodId) && fits(limit.planId, planId))
    .sort((a, b) => closeness(b) - closeness(a) || a.id - b.id)[0];
}

const closeness = ({ planId, methodId }: CreditLimitFacts) =>
  (planId === null ? 0 : 2) + (methodId === null ? 0 : 1);

/** What may still be ordered under a limit; below zero where more is owed than it allows. */
const freeOf = ({ total, used, ordered }: CreditLimitFacts): Decimal =>
  subtractDecimals(total, addDecimals(used, ordered));

const shown = (free: Decimal) => formatMoney(isPositive(free) ? free : '0', 2);

/** Why an order is refused for its credit; `null` where it passes, or where its terms lack and that is said already. */
export function creditRefusal(facts: CreditFacts): { code: string; message: string } | null {
  const check = creditCheck(facts);
  if (check.passes || check.reason === 'SEM_CONDICAO') return null;
  return check.reason === 'SEM_LIMITE'
    ? {
        code: 'SEM_LIMITE',
        message: `O cliente não tem limite de crédito para ${facts.methodName}. Escolha à vista.`,
      }
    : {
        code: 'LIMITE_EXCEDIDO',
        message: `O pedido é de ${formatMoney(facts.amount, 2)} e o limite disponível, de ${shown(check.free)}.`,
      };
}

/** Green exactly where the order's check lets pass; each limit by itself while the terms are not chosen. */
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
        motivo: `O cliente não tem limite para ${facts.methodName}. Escolha à vista ou outra forma.`,
      };
    case 'LIMITE_EXCEDIDO':
      return {
        cor: 'VERMELHO',
        motivo: `Faltam ${formatMoney(subtractDecimals(facts.amount, check.free), 2)} de crédito para ${facts.methodName}.`,
      };
    case 'SEM_CONDICAO':
      return { cor: 'AMARELO', motivo: `Escolha cobrança e plano. ${limitsText(facts)}` };
  }
}

const restText = ({ amount, methodName }: CreditFacts, free: Decimal) =>
  `${formatMoney(subtractDecimals(free, amount), 2)} de crédito para ${methodName}`;

function limitsText({ methodId, limits }: CreditFacts): string {
  const own = limits.filter(
    (limit) => methodId === null || limit.methodId === null || limit.methodId === methodId,
  );
  if (own.length === 0) return 'O cliente não tem limite de crédito.';
  return `Limite disponível: ${own.map((limit) => `${limit.name} ${shown(freeOf(limit))}`).join('; ')}.`;
}
