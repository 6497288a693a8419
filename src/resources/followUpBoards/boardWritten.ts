import type { BoardInput, BoardRecord, StageInput } from '../../../contract/callcenter/followUpBoards.ts';

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

/** A draft of another shape is none. */
export function readBoard(content: unknown): WrittenBoard | null {
  if (typeof content !== 'object' || content === null) return null;
  const given = content as Partial<WrittenBoard>;
  const fits =
    typeof given.nome === 'string' &&
    typeof given.descricao === 'string' &&
    typeof given.ativo === 'boolean' &&
    Array.isArray(given.etapas) &&
    given.etapas.every((stage) => typeof stage?.key === 'string' && typeof stage.regra === 'object');
  return fits ? (given as WrittenBoard) : null;
}
