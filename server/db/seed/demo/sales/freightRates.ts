interface LegRate {
  mode: string;
  origin: string;
  table: string;
  kind: string;
  days: number;
  fixed: string;
  /** The price in the carrier's own state; it grows with the distance. */
  perKilo: string;
  percent: string;
}

/** A line of a carrier's rate table; without a carrier it belongs to the company's own fleet. */
export interface Rate {
  carrier?: number;
  type: 'CIF' | 'FOB' | 'PROPRIO';
  states: readonly string[];
  ibge?: string;
  ceps?: readonly [string, string];
  weekdays?: string;
  minimum?: string;
  exemptFrom?: string;
  maxWeight?: string;
  toConsult?: boolean;
  redispatch?: boolean;
  condition?: string;
  legs: readonly LegRate[];
}

/** Distance from the branch that serves the state. */
export const STATE_DISTANCE: Readonly<Record<string, number>> = {
  SP: 1,
  RJ: 2,
  MG: 2,
  PR: 2,
  SC: 3,
  RS: 3,
  MS: 3,
  AM: 1,
  PA: 3,
  RR: 3,
  AC: 1,
  RO: 2,
};

const SOUTH = ['SP', 'RJ', 'MG', 'PR', 'SC', 'RS', 'MS'] as const;
const NORTH = ['AM', 'PA', 'RR'] as const;
const WEST = ['AC', 'RO'] as const;

const road = (origin: string, days: number, fixed: string, perKilo: string, percent = '0.3'): LegRate => ({
  mode: 'Rodoviário',
  origin,
  table: 'Fracionado 2026',
  kind: 'Peso e valor',
  days,
  fixed,
  perKilo,
  percent,
});
const air = (origin: string): LegRate => ({
  mode: 'Aéreo',
  origin,
  table: 'Expresso',
  kind: 'Peso',
  days: 1,
  fixed: '48',
  perKilo: '2.1',
  percent: '0',
});
const river = (origin: string, days: number): LegRate => ({
  mode: 'Fluvial',
  origin,
  table: 'Balsa',
  kind: 'Peso',
  days,
  fixed: '22',
  perKilo: '0.28',
  percent: '0.2',
});
const lastMile = (origin: string): LegRate => ({
  mode: 'Rodoviário',
  origin,
  table: 'Última milha',
  kind: 'Fixo',
  days: 1,
  fixed: '14.5',
  perKilo: '0',
  percent: '0',
});

/** Where the company's own lorries go. */
export const OWN_FLEET_STATES: readonly string[] = ['SP', 'AM', 'AC'];

/** Covers every form: the cheapest is not the fastest; some are on request, exempt, conditional or for redispatch. */
export const RATES: readonly Rate[] = [
  { carrier: 1, type: 'CIF', states: SOUTH, minimum: '60', legs: [air('São Paulo')] },
  {
    carrier: 2,
    type: 'CIF',
    states: SOUTH,
    weekdays: 'NSNSNSN',
    minimum: '32',
    legs: [road('São Paulo', 4, '12', '0.42')],
  },
  {
    carrier: 3,
    type: 'CIF',
    states: SOUTH,
    legs: [road('São Paulo', 2, '18', '0.61'), lastMile('Unidade de destino')],
  },
  { carrier: 3, type: 'CIF', states: ['SP'], ibge: '3550308', legs: [road('São Paulo', 1, '16', '0.55')] },
  { carrier: 4, type: 'CIF', states: ['PR', 'SC', 'RS'], legs: [road('Curitiba', 2, '15', '0.5')] },
  { carrier: 4, type: 'CIF', states: ['MS', 'SP'], toConsult: true, legs: [] },
  {
    carrier: 5,
    type: 'CIF',
    states: ['SP', 'RJ', 'MG'],
    exemptFrom: '8000',
    weekdays: 'NNSNSNN',
    minimum: '45',
    legs: [road('Campinas', 3, '20', '0.47')],
  },
  {
    carrier: 6,
    type: 'CIF',
    states: ['SP'],
    ceps: ['01000000', '05999999'],
    maxWeight: '300',
    weekdays: 'NSSSSSS',
    legs: [lastMile('São Paulo')],
  },
  {
    carrier: 7,
    type: 'CIF',
    states: SOUTH,
    redispatch: true,
    legs: [road('São Paulo', 3, '25', '0.38'), lastMile('Redespacho')],
  },
  { carrier: 3, type: 'CIF', states: SOUTH, redispatch: true, legs: [road('São Paulo', 2, '30', '0.52')] },
  {
    carrier: 2,
    type: 'CIF',
    states: SOUTH,
    condition: 'Entrega agendada',
    minimum: '55',
    legs: [road('São Paulo', 5, '32', '0.42')],
  },
  {
    carrier: 6,
    type: 'CIF',
    states: ['SP'],
    condition: 'Entrega noturna',
    legs: [road('São Paulo', 1, '90', '0.7')],
  },
  { carrier: 8, type: 'CIF', states: NORTH, weekdays: 'NSNNSNN', minimum: '38', legs: [river('Manaus', 4)] },
  { carrier: 9, type: 'CIF', states: NORTH, legs: [road('Manaus', 2, '28', '0.8')] },
  {
    carrier: 9,
    type: 'CIF',
    states: ['AM'],
    ibge: '1302603',
    weekdays: 'NSSSSSS',
    legs: [road('Manaus', 1, '19', '0.35')],
  },
  {
    carrier: 10,
    type: 'CIF',
    states: ['PA', 'RR'],
    weekdays: 'NNNSNNN',
    exemptFrom: '12000',
    legs: [river('Manaus', 5), lastMile('Porto')],
  },
  { carrier: 10, type: 'CIF', states: ['AM'], toConsult: true, legs: [] },
  { carrier: 11, type: 'CIF', states: WEST, minimum: '40', legs: [road('Rio Branco', 2, '18', '0.66')] },
  {
    carrier: 12,
    type: 'CIF',
    states: WEST,
    weekdays: 'NSNNSNN',
    legs: [road('Porto Velho', 4, '15', '0.41')],
  },
  { carrier: 2, type: 'FOB', states: SOUTH, legs: [road('São Paulo', 4, '12', '0.42')] },
  { carrier: 9, type: 'FOB', states: NORTH, legs: [road('Manaus', 2, '28', '0.8')] },
  { carrier: 11, type: 'FOB', states: WEST, legs: [road('Rio Branco', 2, '18', '0.66')] },
  {
    type: 'PROPRIO',
    states: OWN_FLEET_STATES,
    weekdays: 'NSNSNSN',
    exemptFrom: '3000',
    legs: [road('Depósito da filial', 1, '35', '0.12', '0')],
  },
];
