import { isValidIe } from '@brazilian-utils/brazilian-utils/is-valid-ie';
import { eq } from 'drizzle-orm';
import type { Input, Output } from '../../../contract/route.ts';
import { normalizeDocument } from '../../../contract/rules/documents.ts';
import type { Part } from '../../../contract/rules/registration/registrationStep.ts';
import type { registrationRoutes } from '../../../contract/sac/registration.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { type CustomerRow, visibleCustomer } from '../customers/queries.ts';
import { type JudgedRegistration, judgeRegistration } from './judgeRegistration.ts';
import {
  customerOfDocument,
  FOREIGN_DOCUMENT,
  KNOWN_DOCUMENT,
  mayBeCompleted,
  refuseForeign,
} from './queries.ts';
import { areaOf } from './registrationContext.ts';
import { writeCustomer } from './writeCustomer.ts';

type Register = typeof registrationRoutes.register;

/** Registers a customer, or completes a first contact (`idCli`, or a prospect of the same document). */
export async function register({ body }: Input<Register>, ctx: Context): Promise<Output<Register>> {
  const area = areaOf(ctx.area);
  if (!body.idCli) await refuseForeign(ctx, body.documento, 'documento');
  return withIdempotency(ctx, 'registration.register', { area, body }, async (tx) => {
    const before = await completing(tx, ctx, body);
    const judged = await judgeRegistration(tx, ctx, area, body, before?.extraFields);
    const row = await writeCustomer(tx, ctx, judged, before);
    return { data: { id: row.id, message: doneMessage(judged) } };
  });
}

/** The record that becomes a whole customer, locked; `null` for a new one. */
async function completing(
  tx: Tx,
  { user }: Context,
  body: Input<Register>['body'],
): Promise<CustomerRow | null> {
  if (body.idCli) {
    if (!(await visibleCustomer(tx, user, body.idCli))) throw notFound();
    const row = await lockCustomer(tx, body.idCli);
    if (!mayBeCompleted(row)) throw refused('CADASTRO_COMPLETO', 'Este cliente já tem o cadastro completo.');
    return row;
  }
  const known = await customerOfDocument(tx, user, normalizeDocument(body.documento));
  if (known === null) return null;
  if (known === 'FOREIGN') throw invalid({ documento: FOREIGN_DOCUMENT });
  const row = await lockCustomer(tx, known.id);
  // Looked at again under the lock: somebody may have completed it just now.
  if (!mayBeCompleted(row)) throw invalid({ documento: KNOWN_DOCUMENT });
  return row;
}

/** A customer that the person was found to have to do with. */
export async function lockCustomer(tx: Tx, id: number): Promise<CustomerRow> {
  const [row] = await tx.select().from(customers).where(eq(customers.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/** A state registration that does not fit its state is told, and never refused. */
export function doneMessage({ parts }: Pick<JudgedRegistration, 'parts'>): string {
  const done = 'Cliente cadastrado com sucesso.';
  const { inscricao } = parts.empresa as { inscricao?: string };
  const { uf } = (parts.enderecos.enderecoCobranca ?? {}) as Part;
  if (!inscricao || typeof uf !== 'string' || fits(inscricao, uf)) return done;
  return `${done} Confira a inscrição estadual: ela não tem o formato das inscrições de ${uf}.`;
}

const fits = (value: string, uf: string): boolean =>
  isValidIe({ value, stateCode: uf as Parameters<typeof isValidIe>[0] });
