import { eq } from 'drizzle-orm';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import {
  type AnalysedLine,
  analysedLine,
  analysisProblems,
  checkedLine,
  checkInProblems,
} from '#contract/rules/steps/returnedGoods.ts';
import type { CheckInInput } from '#contract/rules/steps/stepInput.ts';
import { isSameUnit, type ReturnUnit, toldAs } from '#contract/rules/tickets/returnUnits.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { proposedAnalyses } from '#server/db/tables/index.ts';
import { refuseProblems } from '#server/errors.ts';
import { attachedFiles, linkFiles } from '../change/attachedFiles.ts';
import { writeOutcomes } from '../suggestions/outcomes.ts';
import { suggestionsOf } from '../suggestions/suggestions.ts';
import type { StepEffect, StepWork } from './applyStepData.ts';
import { type TicketLine, ticketLines, toldIn, writeLines } from './writeLines.ts';

/** Records what arrived of each approved line, with photos of damaged goods. */
export async function applyReturnCheckIn(
  tx: Tx,
  ctx: Context,
  { ticket, data }: StepWork,
): Promise<StepEffect> {
  const { linhas } = data.conferencia ?? { linhas: [] };
  const before = (await ticketLines(tx, ticket.id)).filter(({ item }) => item.status === 'A');
  const approved = toldIn(before, linhas, 'conferencia.linhas');
  const files = await attachedFiles(tx, { itens: linhas }, ctx.user);
  refuseProblems([
    ...files.problems.map(({ field, message }) => ({
      field: field.replace(/^itens/, 'conferencia.linhas'),
      message,
    })),
    ...checkInProblems(
      { linhas },
      {
        lines: approved.map(({ id, label, item, unit, divides }) => ({
          id,
          label,
          unit: { unit, factor: item.factor },
          authorized: item.authorized,
          divides,
        })),
      },
    ),
  ]);
  const checked = checkedOf({ linhas }, approved);
  const short = await writeLines(
    tx,
    ticket,
    checked.map((each) => toldAsGiven(each, before)),
  );
  refuseProblems(
    short.map(({ id, label }) => ({
      field: `conferencia.linhas.${linhas.findIndex((each) => each.id === id)}.recebida`,
      message: `${label}: outro ticket já solicitou parte desta quantidade.`,
    })),
  );
  await linkFiles(
    tx,
    ctx,
    ticket.id,
    linhas.flatMap(({ id, arquivos = [] }) => arquivos.map((file) => ({ fileId: file.id, itemId: id }))),
  );
  return {
    set: {},
    note: noteOf(checked, before),
    after: {
      linhas: checked.map(({ line, recebida, obs }) => ({
        ...{ id: line.id, recebida, obs },
        ...(countedApart({ line }, before) && { unidade: line.unit }),
      })),
    },
  };
}

interface Checked {
  line: TicketLine;
  recebida: string;
  obs: string;
}

function checkedOf({ linhas }: CheckInInput, lines: readonly TicketLine[]): Checked[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return linhas.flatMap((given) => {
    const line = byId.get(given.id);
    return line ? [{ line, ...checkedLine(given) }] : [];
  });
}

/** The line as it was told before, if it was counted in another unit. */
function countedApart({ line }: Pick<Checked, 'line'>, before: readonly TicketLine[]): TicketLine | null {
  const own = before.find(({ id }) => id === line.id);
  return own && !isSameUnit(unitOf(own), unitOf(line)) ? own : null;
}

const unitOf = ({ unit, item }: TicketLine): ReturnUnit => ({ unit, factor: item.factor });

/**
 * What is written of a line: in the unit in which the return was given (docs/domain.md 13), whatever it was counted in, unless the
 * count is not exact there.
 */
function toldAsGiven({ line, recebida, obs }: Checked, before: readonly TicketLine[]) {
  const own = countedApart({ line }, before);
  const told = own && toldAs(recebida, unitOf(line), unitOf(own));
  return own && told !== null
    ? { line: own, set: { checked: told, checkNote: obs } }
    : { line, set: { checked: recebida, checkNote: obs } };
}

/** How many lines that were counted in another unit the timeline names. */
const MOST_NAMED = 5;

/** For example 'Conferência: 4 produtos, 1 com diferença. Contado em outra unidade: 101 - Cola, 23 de 24 UN.' */
function noteOf(checked: readonly Checked[], before: readonly TicketLine[]): string {
  const apart = checked.filter((each) => countedApart(each, before));
  const named = apart.slice(0, MOST_NAMED).map(({ line, recebida }) => {
    const of = formatQuantity(line.item.authorized);
    return `${line.label}, ${formatQuantity(recebida)} de ${of} ${line.unit}`;
  });
  const more = apart.length > MOST_NAMED ? ` e mais ${apart.length - MOST_NAMED}` : '';
  const differ = checked.filter(
    ({ line, recebida }) => compareDecimals(recebida, line.item.authorized) !== 0,
  ).length;
  const all = formatCount(checked.length, 'produto', 'produtos');
  const result = `Conferência: ${all}, ${differ > 0 ? `${differ} com diferença` : 'sem diferença'}.`;
  return apart.length > 0 ? `${result} Contado em outra unidade: ${named.join('; ')}${more}.` : result;
}

/** Decides every line. A second analysis restarts the check-in, so that the goods are counted again. */
export async function applyReturnAnalysis(
  tx: Tx,
  ctx: Context,
  { ticket, data }: StepWork,
): Promise<StepEffect> {
  const input = data.analise ?? { linhas: [] };
  const lines = toldIn(await ticketLines(tx, ticket.id), input.linhas, 'analise.linhas');
  refuseProblems(
    analysisProblems(input, {
      lines: lines.map(({ id, label, item, unit, divides, barred }) => ({
        id,
        label,
        requested: item.requested,
        unit: { unit, factor: item.factor },
        divides,
        barred,
      })),
    }),
  );
  // Before anything is written: what is suggested rests on what the lines hold.
  const suggestions = await suggestionsOf(tx, ctx, ticket);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const analysed = input.linhas.flatMap((given) => {
    const line = byId.get(given.id);
    return line ? [{ line, became: analysedLine(given), seen: given.sugestao }] : [];
  });
  const short = await writeLines(
    tx,
    ticket,
    analysed.map(({ line, became }) => ({ line, set: columnsOf(became) })),
  );
  refuseProblems(overdrawn(input.linhas, short));
  const changed = await writeOutcomes(
    tx,
    ctx,
    suggestions,
    analysed.map(({ line, became, seen }) => ({
      id: line.id,
      requested: line.item.requested,
      authorized: became.autorizada,
      seen,
    })),
  );
  // Decided: another analysis begins with what rules propose for it then.
  await tx.delete(proposedAnalyses).where(eq(proposedAnalyses.ticketId, ticket.id));
  return {
    set: {},
    aside: changed > 0 ? changedText(changed) : '',
    note: analysisNoteOf(analysed.map(({ became }) => became)),
    after: { linhas: analysed.map(({ line, became }) => ({ id: line.id, ...became })) },
  };
}

const changedText = (lines: number): string =>
  lines === 1
    ? 'A sugestão de um produto tinha mudado desde que você a viu.'
    : `As sugestões de ${formatCount(lines, 'produto', 'produtos')} tinham mudado desde que você as viu.`;

const columnsOf = (line: AnalysedLine) => ({
  status: line.status,
  authorized: line.autorizada,
  outOfTerm: line.fora_prazo,
  otherBrand: line.outra_marca,
  missing: line.falta,
  damaged: line.avaria,
  broken: line.quebra_direta,
  analysisReason: line.motivoAnalise,
  checked: null,
  checkNote: '',
});

/** The error for each line whose released quantity has meanwhile been taken by another ticket. */
const overdrawn = (given: readonly { id: number }[], lines: readonly TicketLine[]) =>
  lines.map(({ id, label }) => ({
    field: `analise.linhas.${given.findIndex((each) => each.id === id)}.autorizada`,
    message: `${label}: outro ticket já solicitou parte desta quantidade. Autorize menos.`,
  }));

/** For example 'Análise: 3 produtos aprovados, 1 negado.' */
function analysisNoteOf(lines: readonly AnalysedLine[]): string {
  const approved = lines.filter(({ status }) => status === 'A').length;
  const denied = lines.length - approved;
  const parts = [
    ...(approved > 0 ? [formatCount(approved, 'produto aprovado', 'produtos aprovados')] : []),
    ...(denied > 0 ? [formatCount(denied, 'produto negado', 'produtos negados')] : []),
  ];
  return parts.length > 0 ? `Análise: ${parts.join(', ')}.` : '';
}
