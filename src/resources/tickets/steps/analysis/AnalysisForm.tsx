import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useMemo } from 'react';
import { isPositive, parseDecimal, subtractDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import {
  type AnalysisCounter,
  type AnalysisLine,
  analysisCounters,
  analysisFacts,
  analysisProblems,
  approvedAsRequested,
  unassignedQuantity,
} from '#contract/rules/steps/returnedGoods.ts';
import type { AnalysisLineInput } from '#contract/rules/steps/stepInput.ts';
import { type ReturnUnit, toldAs } from '#contract/rules/tickets/returnUnits.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import type { TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import { useRoute } from '#data/useRoute.ts';
import { PaperWarnings } from '#src/resources/invoicePapers/shared/InvoicePapers.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { chosenUnit, ownUnit, sentUnit } from '../../products/unitsOfLine.ts';
import { useStepProblems } from '../parts/StepFields.tsx';
import { errorsOfLine, LoadedLines, labelOf, StepList } from '../parts/StepList.tsx';
import type { StepFormProps } from '../stepFormProps.ts';
import { AnalysisRow } from './AnalysisRow.tsx';
import { SuggestionSummary } from './SuggestionSummary.tsx';
import { inputSuggested, useSuggestions } from './useSuggestions.ts';

const PATH = 'analise.linhas';
const NOTHING: readonly AnalysisLineInput[] = [];

/** Return analysis: every requested piece is either authorised or counted under the reason why it is not. */
export function AnalysisForm(props: StepFormProps) {
  return (
    <LoadedLines idTicket={props.ticket.id}>{(items) => <Analysis {...props} items={items} />}</LoadedLines>
  );
}

function Analysis({
  ticket,
  items,
  value,
  onChange,
  onProblems,
  errors,
  disabled,
}: StepFormProps & { items: readonly TicketItem[] }) {
  const reasonsId = useId();
  const reasons = useRoute(lookupRoutes.analysisReasons, {});
  const { of: suggestionOf, seen, answer: suggestions } = useSuggestions(ticket.id);
  const given = value.analise?.linhas ?? NOTHING;
  const placeOf = useMemo(() => new Map(given.map((line, at) => [line.id, at])), [given]);
  const lines = useMemo(
    () => items.map((item) => analysisLine(item, given[placeOf.get(item.id) ?? -1])),
    [items, given, placeOf],
  );
  const send = (linhas: AnalysisLineInput[]) => {
    const input = { linhas };
    const told = items.map((item) =>
      analysisLine(
        item,
        linhas.find(({ id }) => id === item.id),
      ),
    );
    const complete = analysisProblems(input, { lines: told }).length === 0;
    onChange({ ...value, analise: input }, complete ? analysisFacts(input) : null);
  };
  useStepProblems({ onProblems }, analysisProblems({ linhas: [...given] }, { lines }));
  const lineOf = (id: number) => given[placeOf.get(id) ?? -1];
  const lineWithId = (id: number) => lines.find((line) => line.id === id);
  const onCounter = useStableCallback((id: number, counter: AnalysisCounter, count: string) => {
    const line = lineWithId(id);
    if (line) send(withLine(given, seen(withCounter(lineOf(id), line, counter, count)), lines));
  });
  const onField = useStableCallback((id: number, part: Partial<AnalysisLineInput>) =>
    send(withLine(given, seen({ ...(lineOf(id) ?? { id, autorizada: '' }), ...part }), lines)),
  );
  const onApprove = useStableCallback((id: number) => {
    const line = lineWithId(id);
    if (line) send(withLine(given, approved(line), lines));
  });
  const onSuggested = useStableCallback((id: number) => {
    const line = lineWithId(id);
    const input = line && suggested(line);
    if (input) send(withLine(given, input, lines));
  });
  /** In the unit that is chosen for the line. */
  const filled = (input: AnalysisLineInput): AnalysisLineInput => {
    const { unidade, fator } = lineOf(input.id) ?? {};
    return seen({ ...input, ...(unidade && { unidade, fator }) });
  };
  const approved = (line: AnalysisLine) => filled(approvedAsRequested(line));
  const suggested = (line: AnalysisLine): AnalysisLineInput | null => {
    const suggestion = suggestionOf(line.id);
    const input = suggestion ? inputSuggested(line, suggestion) : null;
    return input && filled(input);
  };
  const onUnit = useStableCallback((id: number, unit: ReturnUnit) => {
    const item = items.find((each) => each.id === id);
    if (item) send(withLine(given, seen(inUnit(item, lineOf(id), unit)), lines));
  });
  /** What is suggested for the lines that nobody has counted yet. */
  const untouched = lines.filter(({ id }) => !hasInput(lineOf(id))).flatMap((line) => suggested(line) ?? []);
  const left = lines.length - analysedCount(given, lines);
  return (
    <section aria-label="Análise da devolução">
      <PaperWarnings invoiceKeys={items.map(({ chave_nota }) => chave_nota)} />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', marginBottom: 12 }}>
        <Typography role="status" sx={{ flex: 1, minWidth: 160, fontWeight: 500 }}>
          {left === 0
            ? 'Todos os produtos analisados'
            : `${left === 1 ? 'Falta' : 'Faltam'} ${formatCount(left, 'produto', 'produtos')} de ${lines.length}`}
        </Typography>
        {items.some(wasAnalysed) && (
          <Button
            size="small"
            disabled={disabled}
            onClick={() => send(items.filter(wasAnalysed).map(asBefore).map(seen))}
          >
            Repetir a análise anterior
          </Button>
        )}
        <Button size="small" variant="outlined" disabled={disabled} onClick={() => send(lines.map(approved))}>
          Aprovar todos como solicitado
        </Button>
      </div>
      <SuggestionSummary
        answer={suggestions}
        disabled={disabled || untouched.length === 0}
        onUse={() => send(untouched.reduce((all, input) => withLine(all, input, lines), [...given]))}
      />
      <StepList>
        {items.map((item) => (
          <AnalysisRow
            key={item.id}
            item={item}
            given={lineOf(item.id)}
            suggestion={suggestionOf(item.id)}
            onSuggested={onSuggested}
            onUnit={onUnit}
            errors={errorsOfLine(errors, PATH, placeOf.get(item.id) ?? -1, labelOf(item))}
            disabled={disabled}
            reasonsId={reasonsId}
            onCounter={onCounter}
            onField={onField}
            onApprove={onApprove}
          />
        ))}
      </StepList>
      <datalist id={reasonsId}>
        {(reasons.data ?? []).map(({ id, descricao }) => (
          <option key={id} value={descricao} />
        ))}
      </datalist>
    </section>
  );
}

function analysedCount(given: readonly AnalysisLineInput[], lines: readonly AnalysisLine[]): number {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return given.filter((own) => {
    const line = byId.get(own.id);
    return line && analysisProblems({ linhas: [own] }, { lines: [line] }).length === 0;
  }).length;
}

const BESIDE_INPUT: ReadonlySet<string> = new Set(['id', 'unidade', 'fator', 'sugestao']);

/** Whether anything was counted or written for the line; its unit alone decides nothing. */
const hasInput = (given: AnalysisLineInput | undefined): boolean =>
  Object.entries(given ?? {}).some(([key, value]) => !BESIDE_INPUT.has(key) && value !== '');

/** The line as it is told in the unit that was chosen for it. */
function analysisLine(item: TicketItem, given: AnalysisLineInput | undefined): AnalysisLine {
  const unit = chosenUnit(item, given);
  return {
    id: item.id,
    label: labelOf(item),
    requested: toldAs(item.qtd_solicitada, ownUnit(item), unit) ?? item.qtd_solicitada,
    divides: item.fracionavel,
    unit,
    barred: item.semDireito,
  };
}

/** What was counted so far, told in another unit; a count that is not exact there has to be given again. */
function inUnit(item: TicketItem, given: AnalysisLineInput | undefined, unit: ReturnUnit): AnalysisLineInput {
  const before = chosenUnit(item, given);
  const { unidade: _, fator: __, ...line } = given ?? { id: item.id, autorizada: '' };
  const next: AnalysisLineInput = { ...line, ...sentUnit(item, unit) };
  for (const key of ['autorizada', ...analysisCounters.map(({ key }) => key)] as const) {
    const counted = parseDecimal(String(line[key] ?? ''));
    if (counted !== null) next[key] = toldAs(counted, before, unit) ?? '';
  }
  return next;
}

/** Whether the line was analysed before; returning to the analysis keeps the earlier values. */
const wasAnalysed = ({ status }: TicketItem): boolean => status !== 'AN';

/** The values of the earlier analysis, to be submitted again. */
const asBefore = (item: TicketItem): AnalysisLineInput => ({
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
 * Increasing a counter reduces the authorised quantity as long as the line added up or had no values yet, so that a person
 * who counts two broken pieces need not calculate the rest.
 */
function withCounter(
  given: AnalysisLineInput | undefined,
  { id, requested }: AnalysisLine,
  counter: AnalysisCounter,
  value: string,
): AnalysisLineInput {
  const before: AnalysisLineInput = given ?? { id, autorizada: '' };
  const next = { ...before, [counter]: value };
  // '1,' typed on the way to '1,5' is not a number yet, so a line that added up before it still counts as adding up.
  const rest = unassignedQuantity(before, requested);
  const open = before.autorizada === '' || rest === '0' || rest === null;
  if (!open) return next;
  const counted = analysisCounters.map(({ key }) => parseDecimal(String(next[key] ?? '0') || '0'));
  if (counted.some((each) => each === null)) return next;
  const left = subtractDecimals(requested, sumDecimals(counted as string[]));
  return { ...next, autorizada: isPositive(left) ? left : '0' };
}

/** The edited lines, in the order of the ticket. */
const withLine = (
  given: readonly AnalysisLineInput[],
  changed: AnalysisLineInput,
  lines: readonly AnalysisLine[],
): AnalysisLineInput[] => {
  const byId = new Map([...given, changed].map((line) => [line.id, line]));
  return lines.flatMap(({ id }) => byId.get(id) ?? []);
};
