import type { Content } from '../editorProps.ts';

export interface AcceptedExamples {
  /** With every changed example accepted. */
  all: Content;
  /** With those accepted that still expect to be taken, or still to be refused; `null` if there is none. */
  others: Content | null;
  /** Those that would expect the contrary. */
  reversed: { index: number; name: string; expects: 'aceito' | 'recusado' }[];
}

type Example = Record<string, unknown>;

/** Whether an example expects to be refused: by fields, or by a filter of a report. */
function isRefused({ espera }: Example): boolean {
  if (Array.isArray(espera)) return true;
  return typeof espera === 'object' && espera !== null && 'recusa' in espera;
}

/** Takes the new results of the changed examples, and of no other. */
export function acceptedExamples(
  content: Content,
  withResults: Content,
  changed: readonly number[],
): AcceptedExamples {
  const [before, after] = [content.testes, withResults.testes] as [Example[], Example[]];
  const accepted = [...new Set(changed)].filter((index) => before[index] && after[index]);
  const turns = (index: number) => isRefused(before[index] ?? {}) !== isRefused(after[index] ?? {});
  const taking = (indexes: readonly number[]): Content => ({
    ...withResults,
    testes: before.map((example, index) => (indexes.includes(index) ? (after[index] ?? example) : example)),
  });
  const others = accepted.filter((index) => !turns(index));
  return {
    all: taking(accepted),
    others: others.length > 0 ? taking(others) : null,
    reversed: accepted.filter(turns).map((index) => ({
      index,
      name: typeof before[index]?.nome === 'string' ? String(before[index]?.nome) : `Exemplo ${index + 1}`,
      expects: isRefused(after[index] ?? {}) ? 'recusado' : 'aceito',
    })),
  };
}
