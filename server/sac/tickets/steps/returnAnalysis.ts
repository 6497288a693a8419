import { formatCount } from '../../../../contract/rules/format.ts';
import {
  type AnalysedLine,
  analysedLine,
  analysisProblems,
} from '../../../../contract/rules/steps/returnAnalysis.ts';
import type { Tx } from '../../../db/client.ts';
import type { StepEffect, StepWork } from './applyStepData.ts';
import { refuseProblems } from './refuseProblems.ts';
import { type TicketLine, ticketLines, writeLines } from './writeLines.ts';

/** Judges every line. A second analysis starts the check-in anew: what arrived is counted again. */
export async function applyReturnAnalysis(tx: Tx, { ticket, data }: StepWork): Promise<StepEffect> {
  const input = data.analise ?? { linhas: [] };
  const lines = await ticketLines(tx, ticket.id);
  refuseProblems(
    analysisProblems(input, {
      lines: lines.map(({ id, label, item, divides }) => ({ id, label, requested: item.requested, divides })),
    }),
  );
  const byId = new Map(lines.map((line) => [line.id, line]));
  const judged = input.linhas.flatMap((given) => {
    const line = byId.get(given.id);
    return line ? [{ line, became: analysedLine(given) }] : [];
  });
  const short = await writeLines(
    tx,
    ticket,
    judged.map(({ line, became }) => ({ line, set: columnsOf(became) })),
  );
  refuseProblems(overdrawn(input.linhas, short));
  return {
    set: {},
    note: noteOf(judged.map(({ became }) => became)),
    after: { linhas: judged.map(({ line, became }) => ({ id: line.id, ...became })) },
  };
}

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

/** What the line had given back was taken by another ticket meanwhile. */
const overdrawn = (given: readonly { id: number }[], lines: readonly TicketLine[]) =>
  lines.map(({ id, label }) => ({
    field: `analise.linhas.${given.findIndex((each) => each.id === id)}.autorizada`,
    message: `${label}: outro ticket já solicitou parte desta quantidade. Autorize menos.`,
  }));

/** 'Análise: 3 produtos aprovados, 1 negado.' */
function noteOf(lines: readonly AnalysedLine[]): string {
  const approved = lines.filter(({ status }) => status === 'A').length;
  const denied = lines.length - approved;
  const parts = [
    ...(approved > 0 ? [formatCount(approved, 'produto aprovado', 'produtos aprovados')] : []),
    ...(denied > 0 ? [formatCount(denied, 'produto negado', 'produtos negados')] : []),
  ];
  return parts.length > 0 ? `Análise: ${parts.join(', ')}.` : '';
}
