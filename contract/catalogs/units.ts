/** A unit of sale: its code on the wire, its singular and plural, and whether fractions of it can be sold. */
export interface Unit {
  value: string;
  one: string;
  many: string;
  /** Sold with three decimals (DOMAIN.md 12); every other unit is sold whole. */
  divides?: true;
}

/** The single table of units. A code that is not listed is shown unchanged and sold whole. */
export const UNITS: readonly Unit[] = [
  { value: 'UN', one: 'unidade', many: 'unidades' },
  { value: 'U', one: 'unidade', many: 'unidades' },
  { value: 'UND', one: 'unidade', many: 'unidades' },
  { value: 'CX', one: 'caixa', many: 'caixas' },
  { value: 'PC', one: 'pacote', many: 'pacotes' },
  { value: 'PCT', one: 'pacote', many: 'pacotes' },
  { value: 'PT', one: 'pacote', many: 'pacotes' },
  { value: 'FD', one: 'fardo', many: 'fardos' },
  { value: 'DZ', one: 'dúzia', many: 'dúzias' },
  { value: 'KIT', one: 'kit', many: 'kits' },
  { value: 'JG', one: 'jogo', many: 'jogos' },
  { value: 'PAR', one: 'par', many: 'pares' },
  { value: 'PÇ', one: 'peça', many: 'peças' },
  { value: 'BD', one: 'balde', many: 'baldes' },
  { value: 'GL', one: 'galão', many: 'galões' },
  { value: 'LT', one: 'lata', many: 'latas' },
  { value: 'RL', one: 'rolo', many: 'rolos' },
  { value: 'SC', one: 'saco', many: 'sacos' },
  { value: 'KG', one: 'quilo', many: 'quilos', divides: true },
  { value: 'G', one: 'grama', many: 'gramas', divides: true },
  { value: 'L', one: 'litro', many: 'litros', divides: true },
  { value: 'ML', one: 'mililitro', many: 'mililitros', divides: true },
  { value: 'M', one: 'metro', many: 'metros', divides: true },
  { value: 'M2', one: 'metro quadrado', many: 'metros quadrados', divides: true },
  { value: 'M3', one: 'metro cúbico', many: 'metros cúbicos', divides: true },
  { value: 'TON', one: 'tonelada', many: 'toneladas', divides: true },
];

const byValue = new Map(UNITS.map((unit) => [unit.value, unit]));

/** Normalises a code to the form in the table: upper case, 'm²' as 'M2'. */
export const unitCode = (code: string): string =>
  code.trim().toUpperCase().replace('²', '2').replace('³', '3');

/** The unit for a code; `undefined` if the table does not contain it. */
export const unitOf = (code: string): Unit | undefined => byValue.get(unitCode(code));
