import type { AdvanceInput } from '../../../../contract/sac/ticketMoves.ts';
import type { MoveDraft } from './moveDraft.ts';
import { MOVES, type MoveKind } from './moveKinds.ts';
import type { Way } from './ways.ts';

export interface MovePlan {
  kind: MoveKind;
  draft: MoveDraft;
  /** Where an advance goes; `null` while no way is chosen or open. */
  way: Way | null;
  /** Whether the way takes what the step's form gives. */
  takesData: boolean;
}

export const endsTicket = ({ kind, way }: Pick<MovePlan, 'kind' | 'way'>): boolean =>
  kind === 'finalizar' || (kind === 'avancar' && way?.terminal === true);

export const demandsReason = ({ kind, way }: Pick<MovePlan, 'kind' | 'way'>): boolean =>
  MOVES[kind].motivo === 'demanded' || (kind === 'avancar' && way?.exige_motivo === true);

/** Whether the dialog asks for anything at all beside the consent. */
export const asksAnything = (plan: MovePlan, ways: number, hasForm: boolean): boolean =>
  hasForm || ways > 1 || plan.kind === 'reclassificar' || endsTicket(plan) || demandsReason(plan);

/**
 * What is still missing of what every move needs. What the step's form needs is judged by the server, line by line:
 * while data are missing no way can be asked for.
 */
export function missingOf(plan: MovePlan, opensAny: boolean): Record<string, string> {
  const { kind, draft, way, takesData } = plan;
  const missing: Record<string, string> = {};
  if (kind === 'avancar' && !way && !(takesData && draft.facts === null))
    missing.etapa = opensAny
      ? 'Escolha para onde o ticket vai.'
      : 'Nenhum caminho está aberto para o ticket como ele está agora.';
  if (kind === 'reclassificar' && !draft.type) missing.idTipo = 'Escolha o novo tipo.';
  if (endsTicket(plan)) {
    if (!draft.final) missing.idMotivo = 'Escolha o motivo de finalização.';
    else if (draft.final.informa && !draft.obs.trim())
      missing.obs = `Explique o motivo '${draft.final.descricao}' na observação.`;
  }
  if (demandsReason(plan) && !draft.motivo.trim()) missing.motivo = 'Informe o motivo.';
  return missing;
}

/** The body of the move's call. */
export function bodyOf(plan: MovePlan, versao: number): Record<string, unknown> {
  const { kind, draft } = plan;
  const motivo = draft.motivo.trim();
  const ending = { idMotivo: draft.final?.id, ...(draft.obs.trim() && { obs: draft.obs.trim() }) };
  switch (kind) {
    case 'avancar':
      return { ...advanceOf(plan), versao };
    case 'finalizar':
      return { versao, ...ending };
    case 'reclassificar':
      return { versao, idTipo: draft.type?.id, ...(motivo && { motivo }) };
    case 'arquivar':
    case 'desarquivar':
      return { versao };
    default:
      return { versao, motivo };
  }
}

function advanceOf({ draft, way, takesData }: MovePlan): AdvanceInput {
  const motivo = draft.motivo.trim();
  const obs = draft.obs.trim();
  return {
    ...(takesData && draft.data),
    ...(way?.tipo === 'CONDICIONAL' && { etapa: way.para }),
    ...(motivo && way?.exige_motivo && { motivo }),
    ...(way?.terminal && draft.final && { finalizacao: { idMotivo: draft.final.id, ...(obs && { obs }) } }),
  };
}
