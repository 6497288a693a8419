import { and, eq } from 'drizzle-orm';
import type { MessageInput } from '../../../../contract/sac/ticketConversation.ts';
import type { Executor } from '../../../db/client.ts';
import { people, sectors } from '../../../db/tables/index.ts';
import { invalid } from '../../../errors.ts';
import { attendantsOf } from '../../../session/attendants.ts';

/** Where an ENCAMINHAMENTO leads to. */
export interface ForwardTarget {
  sector: { id: number; name: string };
  /** `null`: whoever of the sector takes it. */
  attendant: { id: number; name: string; email: string } | null;
}

type Named = Pick<MessageInput, 'setor' | 'colaborador_id'>;

/** Throws 422 for a sector that is not there, and for somebody who is not of it or does not see the branch. */
export async function forwardTarget(
  db: Executor,
  { setor, colaborador_id }: Named,
  branchId: number,
): Promise<ForwardTarget> {
  if (!setor) throw invalid({ setor: 'Escolha o setor que recebe o ticket.' });
  const [sector] = await db
    .select({ id: sectors.id, name: sectors.name })
    .from(sectors)
    .where(and(eq(sectors.id, setor), eq(sectors.active, true)));
  if (!sector) throw invalid({ setor: 'Setor não encontrado. Escolha outro.' });
  if (!colaborador_id) return { sector, attendant: null };
  const there = await attendantsOf(db, { branchId, sectorId: sector.id });
  const [attendant] = there.some(({ id }) => id === colaborador_id)
    ? await db
        .select({ id: people.id, name: people.name, email: people.email })
        .from(people)
        .where(eq(people.id, colaborador_id))
    : [];
  if (!attendant)
    throw invalid({ colaborador_id: 'Este atendente não é do setor ou não atende a filial do ticket.' });
  return { sector, attendant };
}
