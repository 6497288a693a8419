import type { WizardStepKey, WizardStepRow } from '#contract/catalogs/wizardStep.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { type TicketDraft, ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import { shownLevels } from '#contract/rules/tickets/ticketType.ts';
import { stepProblems, type WizardContext } from '#contract/rules/tickets/ticketWizard.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import { ticketWording } from '#data/session.ts';
import { pathOf } from '#src/resources/tickets/shared/draft/draftTransitions.ts';

/** The step in which each answer is given; 'motivo1' to 'motivo5' and deeper paths are looked up by their first part. */
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
  prioridade: 'SOLICITACAO',
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

/** The step that contains a refused field, if this ticket has that step. */
export function stepOfField(field: string, steps: readonly WizardStepRow[]): WizardStepKey | null {
  const first = (field.split('.')[0] ?? '').replace(/^motivo[1-5]$/, 'motivo');
  const step = STEP_OF[first];
  return step && steps.some(({ value }) => value === step) ? step : null;
}

/** The step to return to after a refusal: the first one that has an error. */
export function stepOfRefusal(
  fields: Readonly<Record<string, string>>,
  steps: readonly WizardStepRow[],
): WizardStepKey | null {
  const filledSteps = new Set(Object.keys(fields).map((field) => stepOfField(field, steps)));
  return steps.find(({ value }) => filledSteps.has(value))?.value ?? null;
}

/** Where a draft resumes: the first step that is incomplete or, though optional, was never seen; or else the confirmation. */
export function firstOpenStep(
  draft: TicketDraft,
  steps: readonly WizardStepRow[],
  context: WizardContext,
): WizardStepKey {
  const input = ticketInputOf(draft);
  const seen = draft.passosVistos;
  const open = steps.find(
    ({ value }) => stepProblems(value, input, context).length > 0 || (seen && !seen.includes(value)),
  );
  return open?.value ?? 'CONFIRMACAO';
}

/** The draft with a step noted as seen. Of an older draft nobody knows what was seen before. */
export function withSeen(draft: TicketDraft, ...steps: WizardStepKey[]): TicketDraft {
  const seen = draft.passosVistos;
  const fresh = steps.filter((step) => !seen?.includes(step));
  return !seen || fresh.length === 0 ? draft : { ...draft, passosVistos: [...seen, ...fresh] };
}

interface Choices {
  draft: TicketDraft;
  type: MenuTicketType | null;
  /** How many types the chosen menu has. */
  types: number;
  /** Whether the customer was chosen before the steps, in sight of whatever has to be known about them. */
  customerKnown: boolean;
}

/** Whether a step that holds all its answers would only repeat them, because nothing else could be chosen there. */
export function asksNothing(step: WizardStepKey, { draft, type, types, customerKnown }: Choices): boolean {
  if (!type) return false;
  if (step === 'CLIENTE') return customerKnown && type.usa_consumidor_final === 0;
  if (step !== 'SOLICITACAO' || types !== 1 || type.usa_assunto > 0) return false;
  return shownLevels(type.motivos, pathOf(draft)).every(({ options }) => options.length === 1);
}

/** The choices made in a step, on one line; '' when there are none. */
export const stepSummary = (step: WizardStepKey, draft: TicketDraft): string => summaries[step](draft);

const summaries: Record<WizardStepKey, (draft: TicketDraft) => string> = {
  SOLICITACAO: (draft) => [draft.tipo?.desc, lastReason(draft)].filter(Boolean).join(' · '),
  CLIENTE: ({ cliente, consumidorFinal, filial }) =>
    [consumidorFinal?.nome || cliente?.fant || cliente?.razSoc, filial?.razSoc].filter(Boolean).join(' · '),
  PRODUTOS: ({ itensAvulsos }) => counted(itensAvulsos.length, 'produto', 'produtos'),
  NOTAS: ({ notas }) => counted(notas.length, 'nota fiscal', 'notas fiscais'),
  NOTA_PRODUTOS: ({ itens }) => counted(itens.length, 'item', 'itens'),
  PRORROGACAO: (draft) =>
    [responsibleName(draft), counted(draft.dias_atraso_prorrogacao ?? 0, 'dia', 'dias')]
      .filter(Boolean)
      .join(' · '),
  DETALHES: ({ mensagem, arquivos }) =>
    [mensagem.trim().replace(/\s+/g, ' '), counted(arquivos.length, 'arquivo', 'arquivos')]
      .filter(Boolean)
      .join(' · '),
  TRANSPORTADORA: ({ transportadora }) => transportadora?.razSoc ?? '',
  CONFIRMACAO: () => '',
};

/** The party responsible for a delay. */
export function responsibleName({
  responsavel_prorrogacao,
  transportadora,
  representante,
}: TicketDraft): string {
  if (responsavel_prorrogacao === null) return '';
  return (responsavel_prorrogacao === 'TRANSPORTADORA' ? transportadora?.razSoc : representante?.nome) ?? '';
}

/** The chosen reasons from the first level to the last. */
export const reasonPath = (draft: TicketDraft): string[] =>
  [draft.motivo1, draft.motivo2, draft.motivo3, draft.motivo4, draft.motivo5].flatMap((reason) =>
    reason ? [reason.descricao] : [],
  );

const lastReason = (draft: TicketDraft) => reasonPath(draft).at(-1);

const counted = (count: number, one: string, many: string) =>
  count > 0 ? formatCount(count, one, many) : '';

/**
 * The message for what is missing, worded for display beside 'Prosseguir' and away from its field; `null` when nothing is.
 */
export function blockedText(problem: Problem | undefined, { itens }: TicketDraft): string | null {
  if (!problem) return null;
  const { field } = problem;
  const message = ticketWording(problem.message);
  if (field.startsWith('consumidorFinal.')) return 'Complete os dados do consumidor final.';
  const item = itens[Number(/^itens\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
  return item ? `${item.descricao}: ${message}` : message;
}

/** Whether tickets of a type contain invoices or products at all. */
export const usesItems = (type: MenuTicketType | null): boolean =>
  type !== null && type.usa_nota + type.usa_produto + type.usa_nota_produto > 0;
