import type { DefinitionSummary } from '../../../contract/config/definitions.ts';
import { foldedText } from '../../../contract/rules/foldedText.ts';

/** The rows that a search and the chosen states leave; letters and accents do not matter. */
export function sought(
  rows: readonly DefinitionSummary[],
  term: string,
  states: readonly string[],
): DefinitionSummary[] {
  const words = foldedText(term).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = foldedText(`${row.titulo} ${row.descricao} ${row.chave}`);
    return words.every((word) => text.includes(word)) && (states.length === 0 || states.some(isOf(row)));
  });
}

const isOf =
  ({ estado, temRascunho, baseMudou }: DefinitionSummary) =>
  (state: string): boolean =>
    state === estado || (state === 'COM_RASCUNHO' && temRascunho) || (state === 'PADRAO_MUDOU' && baseMudou);
