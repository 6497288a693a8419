import type { Conflict } from '../../../contract/conflict.ts';
import { CallFailure } from '../../dataProvider/failure.ts';

/** The current state that a refusal carries; back ends that carry none are answered by their sentence alone. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof CallFailure) || error.status !== 409) return null;
  const { atual } = (error.body ?? {}) as { atual?: Partial<Conflict> };
  if (typeof atual?.versao !== 'number' || typeof atual.estado !== 'object' || atual.estado === null)
    return null;
  return { versao: atual.versao, por: atual.por ?? null, em: atual.em ?? null, estado: atual.estado };
}
