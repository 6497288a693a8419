import type pg from 'pg';
import { Refusal, refused } from '#server/errors.ts';

/** Thrown if the database returns more than the console holds in memory at a time. */
export class TooMuchData extends Error {}

/** Why a run was stopped from outside. */
export type Stop = 'TEMPO' | 'CANCELADO';

/** What readers see of a report whose query no longer works; its authors see what is wrong in the studio. */
export const NEEDS_MENDING =
  'Este relatório precisa de conserto: o que ele lê mudou depois que foi publicado. Avise quem cuida dos relatórios.';

/** Turns a database error into a sentence for the user; anything unexpected is returned unchanged. */
export function runRefusal(error: unknown, stop: Stop | null, seconds: number): unknown {
  if (stop === 'CANCELADO') return refused('RELATORIO_CANCELADO', 'A geração foi cancelada.');
  if (stop === 'TEMPO') return tooSlow(seconds);
  if (error instanceof Refusal) return error;
  const code = (error as Partial<pg.DatabaseError>).code ?? '';
  if (code === '57014') return tooSlow(seconds);
  if (code === '53400' || code === '53100' || code === '53200')
    return refused(
      'RELATORIO_PESADO',
      'O relatório precisa de mais espaço do que o permitido. Escolha um período menor ou mais filtros.',
    );
  // Includes a value that is longer than the database supports.
  if (
    code.startsWith('54') ||
    /memory alloc/.test(String((error as Error).message)) ||
    error instanceof TooMuchData
  )
    return refused(
      'RELATORIO_PESADO',
      'Um valor do resultado é grande demais para um relatório. Retire da consulta o que junta textos longos.',
    );
  if (code === '21000')
    return refused(
      'RELATORIO_CONSULTA',
      'Uma subconsulta devolve mais de uma linha onde cabe um valor só. Avise quem cuida dos relatórios.',
    );
  if (code === '42501')
    return refused(
      'RELATORIO_RECUSADO',
      'O banco recusou o que esta consulta lê. Avise quem cuida dos relatórios.',
    );
  if (code === '22012')
    return refused(
      'RELATORIO_CONSULTA',
      'Uma conta do relatório divide por zero. Avise quem cuida dos relatórios.',
    );
  if (code.startsWith('22'))
    return refused(
      'RELATORIO_VALOR',
      'Um valor não tem a forma que a consulta pede. Confira os filtros; se eles estiverem certos, avise quem cuida dos relatórios.',
    );
  if (code.startsWith('42') || code.startsWith('0A')) return refused('RELATORIO_CONSULTA', NEEDS_MENDING);
  return error;
}

const tooSlow = (seconds: number) =>
  refused(
    'RELATORIO_DEMOROU',
    `O relatório passou de ${seconds} s e foi interrompido. Escolha um período menor ou mais filtros.`,
  );

/** The quoted names in the database's message. */
const named = (error: unknown): string[] =>
  [...String((error as Error).message).matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);

const columnOf = (error: unknown): string => {
  const [, bare] = /^column (?!reference )(\S+) /.exec(String((error as Error).message)) ?? [];
  return (bare ?? named(error)[0] ?? '').replaceAll('"', '');
};

/** What the author of a query has to change in it, by SQLSTATE. */
const FOR_AUTHORS: Readonly<Record<string, (error: unknown) => string>> = {
  '22012': () => 'A consulta divide por zero em alguma linha. Divida por nullif(…, 0).',
  '22P02': (error) => `Um texto não pôde ser lido como número, data ou lógico: "${named(error)[0] ?? ''}".`,
  '22007': (error) => `Um texto não pôde ser lido como data: "${named(error)[0] ?? ''}".`,
  '22008': () => 'Uma data passa do que o banco guarda. Confira as contas com datas.',
  '42702': (error) =>
    `Há mais de uma coluna ${columnOf(error)}. Diga de qual visão ela é, como em c.${columnOf(error)}.`,
  '42703': (error) => `Não há a coluna ${columnOf(error)}. Confira o nome na visão que a consulta lê.`,
  '42803': (error) =>
    columnOf(error)
      ? `A coluna ${columnOf(error)} precisa estar em GROUP BY, ou dentro de sum, count, max…`
      : 'Uma soma ou contagem está onde não pode. Passe-a para HAVING ou para um SELECT de fora.',
  '42883': (error) =>
    `Não há esta função ou operação para os tipos usados (${/: (.+)$/.exec(String((error as Error).message))?.[1] ?? 'confira o SQL'}). Converta um dos lados, como em valor::text.`,
};

/** Describes an error in a query for its author; `null` if the query is not the cause. */
export const authorSentence = (error: unknown): string | null =>
  FOR_AUTHORS[(error as Partial<pg.DatabaseError>).code ?? '']?.(error) ?? null;
