import { type DraftAnswer, isRecord, readFields } from '../../../../contract/rules/draftReading.ts';
import type { FlowFacts } from '../../../../contract/rules/flows/flowCondition.ts';
import type { StepData } from '../../../../contract/rules/steps/stepInput.ts';
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

/** A saved draft, as far as it is of this step: what was filled in for another one fits none of its fields. */
export function savedMove(content: unknown, etapa: string): DraftAnswer<MoveDraft> {
  const orNone = (value: unknown) => value === null || isRecord(value);
  const reading = readFields(emptyMove(etapa), content, { facts: orNone, final: orNone, type: orNone });
  if (reading === null || reading === 'nothing') return reading;
  if (!isTouched({ ...reading.value, etapa })) return reading.whole ? 'nothing' : null;
  return reading.value.etapa === etapa ? reading : null;
}

/** Whether anything was given that could be lost. */
export const isTouched = (draft: MoveDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyMove(draft.etapa));
