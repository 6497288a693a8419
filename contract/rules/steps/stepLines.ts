import type { Problem } from '../problem.ts';

/** A line of the ticket, as far as a dialog names it. */
export interface NamedLine {
  id: number;
  /** '10023 - ARROZ TIPO 1': what the person reads. */
  label: string;
}

interface GivenLine {
  id: number;
}

export interface LineRule<Known extends NamedLine, Given extends GivenLine> {
  /** 'analise.linhas'. */
  path: string;
  /** The lines that must be answered. */
  known: readonly Known[];
  given: readonly Given[];
  /** 'Falta analisar'. */
  missing: string;
  /** The problems of one line, each field below the line's own path. */
  judge: (given: Given, line: Known) => Problem[];
}

/**
 * Every line once and no foreign one. A line that was left out has no place in what was sent: it is named behind
 * the last, so that each has a text of its own.
 */
export function lineProblems<Known extends NamedLine, Given extends GivenLine>({
  path,
  known,
  given,
  missing,
  judge,
}: LineRule<Known, Given>): Problem[] {
  const byId = new Map(known.map((line) => [line.id, line]));
  const seen = new Set<number>();
  const judged = given.flatMap((each, index) => {
    const line = byId.get(each.id);
    const repeated = seen.has(each.id);
    seen.add(each.id);
    const here = `${path}.${index}`;
    if (!line)
      return [{ field: `${here}.id`, message: 'Este produto não está entre os que esta etapa trata.' }];
    if (repeated)
      return [{ field: `${here}.id`, message: `${line.label}: o produto foi enviado duas vezes.` }];
    return judge(each, line).map(({ field, message }) => ({
      field: `${here}.${field}`,
      message: `${line.label}: ${message}`,
    }));
  });
  const left = known.filter(({ id }) => !seen.has(id));
  return [
    ...judged,
    ...left.map(({ label }, index) => ({
      field: `${path}.${given.length + index}`,
      message: `${missing}: ${label}.`,
    })),
  ];
}
