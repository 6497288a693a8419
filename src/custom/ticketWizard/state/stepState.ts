import type { WizardStepKey, WizardStepRow } from '../../../../contract/catalogs/wizardStep.ts';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import { ticketInputOf } from '../../../../contract/rules/tickets/ticketDraft.ts';
import { stepProblems, type WizardContext } from '../../../../contract/rules/tickets/ticketWizard.ts';

/** Where each answer is given; 'motivo1' to 'motivo5' and deeper paths go by their first part. */
const STEP_OF: Record<string, WizardStepKey> = {
  idTipo: 'SOLICITACAO',
  tipo: 'SOLICITACAO',
  menu: 'SOLICITACAO',
  assunto: 'SOLICITACAO',
  motivo: 'SOLICITACAO',
  origem: 'CLIENTE',
  idCli: 'CLIENTE',
  idFil: 'CLIENTE',
  consumidorFinal: 'CLIENTE',
  itensAvulsos: 'PRODUTOS',
  notas: 'NOTAS',
  itens: 'NOTA_PRODUTOS',
  responsavel_prorrogacao: 'PRORROGACAO',
  responsavel_prorrogacao_id: 'PRORROGACAO',
  representante_id: 'PRORROGACAO',
  dias_atraso_prorrogacao: 'PRORROGACAO',
  mensagem: 'DETALHES',
  arquivos: 'DETALHES',
  transportadora_id: 'TRANSPORTADORA',
};

/** The step that holds a field of a refusal, as far as this ticket has it. */
export function stepOfField(field: string, steps: readonly WizardStepRow[]): WizardStepKey | null {
  const first = (field.split('.')[0] ?? '').replace(/^motivo[1-5]$/, 'motivo');
  const step = STEP_OF[first];
  return step && steps.some(({ value }) => value === step) ? step : null;
}

/** The step to lead back to after a refusal: the first in their order. */
export function stepOfRefusal(
  fields: Readonly<Record<string, string>>,
  steps: readonly WizardStepRow[],
): WizardStepKey | null {
  const held = new Set(Object.keys(fields).map((field) => stepOfField(field, steps)));
  return steps.find(({ value }) => held.has(value))?.value ?? null;
}

/** Where a draft goes on: the first step that lacks something, else the confirmation. */
export function firstOpenStep(
  draft: TicketDraft,
  steps: readonly WizardStepRow[],
  context: WizardContext,
): WizardStepKey {
  const input = ticketInputOf(draft);
  const open = steps.find(({ value }) => stepProblems(value, input, context).length > 0);
  return open?.value ?? 'CONFIRMACAO';
}
