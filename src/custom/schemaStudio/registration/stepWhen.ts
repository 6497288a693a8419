import { upperFirst } from '#contract/rules/text.ts';
/** The case in which a rule applies, as conditions on the context. An empty one always applies. */
export interface When {
  readonly tipo?: 'PF' | 'PJ';
  readonly [flag: string]: boolean | string | undefined;
}

/** The cases that the editor offers. */
export const OFFERED: readonly When[] = [
  {},
  { tipo: 'PF' },
  { tipo: 'PJ' },
  { simulacao: false },
  { tipo: 'PF', simulacao: false },
  { tipo: 'PJ', simulacao: false },
  { simulacao: true },
];

const NAMES: Readonly<Record<string, [whenTrue: string, whenFalse: string]>> = {
  simulacao: ['na simulação', 'fora da simulação'],
  temFiliais: ['quando há filiais', 'sem filiais'],
  temAtividades: ['quando há atividades', 'sem atividades'],
  temComoConheceu: ["quando há 'Como conheceu'", "sem 'Como conheceu'"],
  permiteCpfSemIE: ['quando CPF sem IE é permitido', 'quando CPF sem IE não é permitido'],
  tabelaPrecoObrigatoria: ['quando a tabela de preço é exigida', 'quando a tabela de preço não é exigida'],
};

/** E.g. 'Pessoa jurídica, fora da simulação'. */
export function whenText(when: When): string {
  const words = Object.entries(when).map(([key, value]) => {
    if (key === 'tipo') return value === 'PF' ? 'pessoa física' : 'pessoa jurídica';
    return NAMES[key]?.[value ? 0 : 1] ?? `${key}: ${value ? 'sim' : 'não'}`;
  });
  const text = words.join(', ') || 'sempre';
  return upperFirst(text);
}

export const sameWhen = (one: When, other: When): boolean => whenKey(one) === whenKey(other);

export const whenKey = (when: When): string =>
  Object.keys(when)
    .sort()
    .map((key) => `${key}=${when[key]}`)
    .join(' ');

/** The case of a rule whose `if` compares only the context with constants; null for any other rule. */
export function whenOf(condition: unknown): When | null {
  const outer = only(condition, ['properties', 'required']);
  const context = only(only(outer?.properties, ['contexto'])?.contexto, ['properties', 'required']);
  const conditions = context?.properties;
  if (!isItem(conditions)) return null;
  const pairs = Object.entries(conditions).map(
    ([key, schema]) => [key, only(schema, ['const'])?.const] as const,
  );
  if (pairs.length === 0 || pairs.some(([key, value]) => !isAnswer(key, value))) return null;
  return Object.fromEntries(pairs) as When;
}

export const newIf = (when: When): Record<string, unknown> => ({
  properties: {
    contexto: {
      properties: Object.fromEntries(Object.entries(when).map(([key, value]) => [key, { const: value }])),
      required: Object.keys(when),
    },
  },
  required: ['contexto'],
});

const isAnswer = (key: string, value: unknown) =>
  key === 'tipo' ? value === 'PF' || value === 'PJ' : typeof value === 'boolean';

/** The value as an object, if it has no keys other than these. */
function only(value: unknown, keys: readonly string[]): Record<string, unknown> | null {
  return isItem(value) && Object.keys(value).every((key) => keys.includes(key)) ? value : null;
}

const isItem = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
