import { compareDecimals, type Decimal, isPositive } from '../decimal.ts';
import { formatCount, formatMoney, formatPercent } from '../format.ts';
import { type CreditFacts, creditLight } from './creditCheck.ts';

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
export interface LightRelease {
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
