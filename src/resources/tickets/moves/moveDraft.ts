import type { FlowFacts } from '../../../../contract/rules/flowCondition.ts';
import type { StepData } from '../../../../contract/rules/stepInput.ts';
import type { FinalReason } from '../../../../contract/sac/lookups.ts';
import type { MoveKind } from './moveKinds.ts';

/** What a person has given in the dialog of a move; kept on the server until it is sent. */
export interface MoveDraft {
  /** The step that it was written for: what was filled in for another one is not offered. */
  etapa: string;
  data: StepData;
  /** What the data would make of the flow's facts; `null` while something is missing. */
  facts: FlowFacts | null;
  motivo: string;
  final: Pick<FinalReason, 'id' | 'descricao' | 'informa'> | null;
  obs: string;
  type: { id: number; desc: string } | null;
}

export const emptyMove = (etapa: string): MoveDraft => ({
  etapa,
  data: {},
  facts: null,
  motivo: '',
  final: null,
  obs: '',
  type: null,
});

/** Object of the draft: one a ticket and move. */
export const draftObject = (idTicket: number, kind: MoveKind) =>
  `ticket-${idTicket}-${kind === 'avancar' ? 'etapa' : kind}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A saved draft of this step; `null` when it is of another one, or of a shape that is not this version's. */
export function savedMove(content: unknown, etapa: string): MoveDraft | null {
  if (!isRecord(content) || content.etapa !== etapa) return null;
  const { data, facts, motivo, final, obs, type } = content;
  if (!isRecord(data) || typeof motivo !== 'string' || typeof obs !== 'string') return null;
  return {
    etapa,
    data: data as StepData,
    facts: isRecord(facts) ? (facts as FlowFacts) : null,
    motivo,
    final: isRecord(final) ? (final as MoveDraft['final']) : null,
    obs,
    type: isRecord(type) ? (type as MoveDraft['type']) : null,
  };
}

/** Whether anything was given that could be lost. */
export const isTouched = (draft: MoveDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyMove(draft.etapa));
