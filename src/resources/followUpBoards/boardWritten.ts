import type { BoardInput, BoardRecord, StageInput } from '../../../contract/callcenter/followUpBoards.ts';
import { type FieldChecks, isRecord } from '../../../contract/rules/draftReading.ts';

/** The form as it is typed: the key tells stages apart while they are moved, new ones too. */
export interface WrittenBoard {
  nome: string;
  descricao: string;
  ativo: boolean;
  etapas: WrittenStage[];
}
export type WrittenStage = StageInput & { key: string };

export const newStage = (): WrittenStage => ({
  key: crypto.randomUUID(),
  nome: '',
  cor: 'informacao',
  regra: {},
});

export const emptyBoard = (): WrittenBoard => ({
  nome: '',
  descricao: '',
  ativo: true,
  etapas: [newStage()],
});

/** A rule that could not be read begins anew: what nobody understands is no start. */
export const boardWritten = ({ nome, descricao, ativo, etapas }: BoardRecord): WrittenBoard => ({
  nome,
  descricao,
  ativo,
  etapas: etapas.map(({ id, nome: name, cor, regra }) => ({
    key: String(id),
    id,
    nome: name,
    cor,
    regra: regra ?? {},
  })),
});

export const boardInput = ({ etapas, ...rest }: WrittenBoard): BoardInput => ({
  ...rest,
  etapas: etapas.map(({ key: _, ...stage }) => stage),
});

export const boardChecks: FieldChecks<WrittenBoard> = {
  etapas: (value) =>
    Array.isArray(value) &&
    value.every((stage) => isRecord(stage) && typeof stage.key === 'string' && isRecord(stage.regra)),
};
