import {
  isPositive,
  parseDecimal,
  subtractDecimals,
  sumDecimals,
} from '../../../../../contract/rules/decimal.ts';
import type { AnalysisLineInput } from '../../../../../contract/rules/stepInput.ts';
import {
  type AnalysisCounter,
  type AnalysisLine,
  analysisCounters,
  analysisRest,
} from '../../../../../contract/rules/steps/returnAnalysis.ts';
import type { TicketItem } from '../../../../../contract/sac/ticketItems.ts';
import { labelOf } from '../parts/LoadedLines.tsx';

export const analysisLine = (item: TicketItem): AnalysisLine => ({
  id: item.id,
  label: labelOf(item),
  requested: item.qtd_solicitada,
  divides: item.fracionavel,
});

/** The line was judged before: going back to the analysis keeps what stood. */
export const wasAnalysed = ({ status }: TicketItem): boolean => status !== 'AN';

/** What the earlier analysis said, to be said again. */
export const asBefore = (item: TicketItem): AnalysisLineInput => ({
  id: item.id,
  autorizada: wire(item.qtd_autorizada),
  fora_prazo: wire(item.qtd_fora_prazo),
  outra_marca: wire(item.qtd_outra_marca),
  falta: wire(item.qtd_falta),
  avaria: wire(item.qtd_avaria),
  quebra_direta: wire(item.qtd_quebra_direta),
  motivoAnalise: item.motivoAnalise,
});

const wire = (value: string): string => parseDecimal(value) ?? value;

/**
 * A counter that grows takes from what is authorised as long as the line added up, or nothing was said of it yet: who
 * counts two broken ones need not reckon the rest.
 */
export function withCounter(
  given: AnalysisLineInput | undefined,
  { id, requested }: AnalysisLine,
  counter: AnalysisCounter,
  value: string,
): AnalysisLineInput {
  const before: AnalysisLineInput = given ?? { id, autorizada: '' };
  const next = { ...before, [counter]: value };
  // '1,' on the way to '1,5' is no number yet: the line that added up before it still counts as one that does.
  const rest = analysisRest(before, requested);
  const open = before.autorizada === '' || rest === '0' || rest === null;
  if (!open) return next;
  const counted = analysisCounters.map(({ key }) => parseDecimal(String(next[key] ?? '0') || '0'));
  if (counted.some((each) => each === null)) return next;
  const left = subtractDecimals(requested, sumDecimals(counted as string[]));
  return { ...next, autorizada: isPositive(left) ? left : '0' };
}

/** The lines that were touched, in the order of the ticket. */
export const withLine = (
  given: readonly AnalysisLineInput[],
  changed: AnalysisLineInput,
  lines: readonly AnalysisLine[],
): AnalysisLineInput[] => {
  const byId = new Map([...given, changed].map((line) => [line.id, line]));
  return lines.flatMap(({ id }) => byId.get(id) ?? []);
};
