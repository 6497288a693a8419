/**
 * What a query becomes once every name in it is written out. PostgreSQL puts a WITH or a subselect where it is named,
 * and folds constants before any time limit can stop it: twenty-five steps that each double a text are thirty-three
 * million terms. So the size is reckoned here, before the text goes there; texts likewise, step by step.
 */
export const LIMITS = {
  /** Parts of expressions. The largest report shipped has some hundred. */
  parts: 30_000,
  /** Places that are read: a view counts twice, being a join of up to nine tables itself; a named step once more. */
  places: 60,
  /** Columns that a step passes on; PostgreSQL's own limit is 1,664. */
  columns: 400,
  /** Characters of one value. */
  width: 1_000_000,
  /** Digits of a product or a quotient. */
  digits: 10_000,
  /** Digits of a written number. */
  written: 40,
  /** Ways of grouping in one GROUP BY. */
  groupings: 64,
};

/** What grows beyond its limit, in a sentence. */
export class TooLarge extends Error {}

const SENTENCES = {
  partes:
    'A consulta fica grande demais quando os nomes do WITH e das subconsultas são postos por extenso. Use menos passos, ou repita menos cada um.',
  visões: `A consulta lê visões demais (o limite é ${LIMITS.places / 2}, contando cada vez que um passo é usado). Simplifique-a.`,
  colunas: 'Um passo da consulta devolve colunas demais. Escreva só as que o relatório mostra.',
  texto: 'A consulta junta textos até um tamanho que o banco não suporta. Junte menos, ou corte com left().',
  algarismos: 'A consulta faz contas com números grandes demais. Use números de até 40 algarismos.',
  agrupamentos: `O GROUP BY agrupa de maneiras demais (o limite é ${LIMITS.groupings}). Use menos colunas em CUBE ou ROLLUP.`,
} as const;
export const tooLarge = (what: keyof typeof SENTENCES) => new TooLarge(SENTENCES[what]);
