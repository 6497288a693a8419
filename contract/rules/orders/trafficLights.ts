import { addDecimals, compareDecimals, type Decimal, isPositive, subtractDecimals } from '../decimal.ts';
import { formatCount, formatMoney, formatPercent } from '../format.ts';

export type LightColor = 'VERDE' | 'AMARELO' | 'VERMELHO';
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
  /** What the customer would owe for it. */
  total: Decimal;
  /** `null` for a customer without a limit. */
  creditAvailable: Decimal | null;
  /** Nothing is owed after the sale. */
  paidAtOnce: boolean;
  /** Lines that ask for more than there is, and those that leave little. */
  linesWithoutStock: number;
  linesWithLowStock: number;
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
  creditLight(facts),
  stockLight(facts),
  marginLight(facts),
  titlesLight(facts),
];

function creditLight({ total, creditAvailable, paidAtOnce }: LightFacts): Light {
  if (paidAtOnce) return light('CREDITO', 'VERDE', 'À vista: não usa crédito.');
  if (creditAvailable === null) return light('CREDITO', 'AMARELO', 'Cliente sem limite de crédito.');
  const left = subtractDecimals(creditAvailable, total);
  if (compareDecimals(left, '0') < 0)
    return light('CREDITO', 'VERMELHO', `Faltam ${formatMoney(subtractDecimals('0', left), 2)} de crédito.`);
  const tight = compareDecimals(addDecimals(left, left), total) < 0;
  return light(
    'CREDITO',
    tight ? 'AMARELO' : 'VERDE',
    `${tight ? 'Restam só' : 'Restam'} ${formatMoney(left, 2)} de crédito.`,
  );
}

function stockLight({ linesWithoutStock: none, linesWithLowStock: low }: LightFacts): Light {
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
export interface LightRelease {
  cores: LightName[];
  total: Decimal;
}

/** Red lights that nobody let pass. */
export const standingRed = (
  lights: readonly Light[],
  release: LightRelease | null,
  total: Decimal,
): Light[] =>
  lights.filter(
    ({ nome, cor }) =>
      cor === 'VERMELHO' && !(release?.cores.includes(nome) && compareDecimals(total, release.total) <= 0),
  );
