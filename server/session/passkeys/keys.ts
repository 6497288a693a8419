import { and, eq } from 'drizzle-orm';
import type { UsedPasskey } from '../../../contract/session/passkeys.ts';
import { audit } from '../../audit.ts';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { passkeys, people } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { mailPasskeyCopied } from '../accountEmails.ts';
import { type Bound, judgedUse, wrongPasskey } from './ceremony.ts';

export interface PasskeyOwner {
  id: number;
  cpf: string;
  name: string;
  email: string;
  type: typeof people.$inferSelect.type;
}

/** Whose key it is; nobody's where it is unknown or its owner may not sign in. */
export async function ownerOf(ctx: Pick<PublicContext, 'db'>, credentialId: string) {
  const [found] = await ctx.db
    .select({
      key: passkeys,
      owner: { id: people.id, cpf: people.cpf, name: people.name, email: people.email, type: people.type },
    })
    .from(passkeys)
    .innerJoin(people, eq(people.id, passkeys.personId))
    .where(and(eq(passkeys.credentialId, credentialId), eq(people.active, true)));
  return found;
}

/**
 * Judges a use of a key and writes it down. Throws a Refusal where it is not right. `personId`: it must be this person's.
 */
export async function verifyKey(
  ctx: PublicContext,
  chave: UsedPasskey,
  bound: Bound,
  personId?: number,
): Promise<PasskeyOwner> {
  const found = await ownerOf(ctx, chave.id);
  if (!found || (personId !== undefined && found.owner.id !== personId)) throw wrongPasskey();
  const counter = await judgedUse(ctx, chave, found.key, bound);
  const copied = await ctx.db.transaction((tx) => writeUse(tx, ctx, found.owner, found.key.id, counter));
  if (copied)
    throw refused(
      'CHAVE_COPIADA',
      'Esta chave de acesso disse ter sido usada menos vezes do que já foi: pode haver uma cópia dela. Ela não foi aceita. Entre de outro jeito e retire-a em Minha conta.',
    );
  return found.owner;
}

/** Of two uses at once one comes after the other. Answers whether the count went back, which is written down as well. */
async function writeUse(tx: Tx, ctx: PublicContext, owner: PasskeyOwner, id: number, counter: number) {
  const [key] = await tx.select().from(passkeys).where(eq(passkeys.id, id)).for('update');
  if (!key) throw wrongPasskey();
  // Keys that are kept by a service count nothing.
  const copied = (key.counter > 0 || counter > 0) && counter <= key.counter;
  if (!copied) {
    await tx.update(passkeys).set({ counter, lastUsedAt: ctx.now() }).where(eq(passkeys.id, id));
    return false;
  }
  await mailPasskeyCopied(tx, ctx, owner, key.name);
  await audit(tx, ctx, {
    action: 'RECUSAR_CHAVE_COPIADA',
    entity: 'people',
    entityId: owner.id,
    personId: owner.id,
    after: { chave: key.name },
  });
  return true;
}
