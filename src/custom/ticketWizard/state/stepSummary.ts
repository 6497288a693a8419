import type { WizardStepKey } from '../../../../contract/catalogs/wizardStep.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';

/** What was chosen in a step, in one line; '' when nothing was. */
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

/** The party that answers for a delay. */
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
