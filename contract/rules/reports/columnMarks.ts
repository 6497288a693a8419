import { compareDecimals, parseDecimal } from '../decimal.ts';

export const MARK_TESTS = ['MAIOR', 'MAIOR_IGUAL', 'MENOR', 'MENOR_IGUAL', 'IGUAL'] as const;
export const MARK_COLORS = ['sucesso', 'aviso', 'perigo', 'informacao'] as const;

/** A figure that is to stand out. It is always named in words too, since many people do not tell the colors apart. */
export interface ColumnMark {
  quando: (typeof MARK_TESTS)[number];
  valor: number;
  cor: (typeof MARK_COLORS)[number];
  rotulo: string;
}

export const markTests: Readonly<Record<ColumnMark['quando'], string>> = {
  MAIOR: 'É maior que',
  MAIOR_IGUAL: 'É maior ou igual a',
  MENOR: 'É menor que',
  MENOR_IGUAL: 'É menor ou igual a',
  IGUAL: 'É igual a',
};

export const markColors: Readonly<Record<ColumnMark['cor'], string>> = {
  sucesso: 'Verde',
  aviso: 'Amarelo',
  perigo: 'Vermelho',
  informacao: 'Azul',
};

const HOLDS: Readonly<Record<ColumnMark['quando'], (order: number) => boolean>> = {
  MAIOR: (order) => order > 0,
  MAIOR_IGUAL: (order) => order >= 0,
  MENOR: (order) => order < 0,
  MENOR_IGUAL: (order) => order <= 0,
  IGUAL: (order) => order === 0,
};

/** The first mark that a figure meets; none for an empty cell. */
export function markOf(
  value: string | number | boolean | null,
  marks: readonly ColumnMark[] | undefined,
): ColumnMark | undefined {
  if (!marks || value === null || typeof value === 'boolean') return undefined;
  const figure = parseDecimal(String(value));
  if (figure === null) return undefined;
  return marks.find(({ quando, valor }) => {
    const threshold = parseDecimal(String(valor));
    return threshold !== null && HOLDS[quando](compareDecimals(figure, threshold));
  });
}
