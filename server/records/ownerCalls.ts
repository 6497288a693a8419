import { eq, sql } from 'drizzle-orm';
import { fieldOwnerRoutes, mayBeOwned } from '../../contract/records/fieldOwners.ts';
import type { FieldOwner } from '../../contract/records/recordField.ts';
import type { Input, Output } from '../../contract/route.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { LOCKS } from '../db/advisoryLock.ts';
import type { Executor } from '../db/client.ts';
import { recordOwners } from '../db/tables/index.ts';
import { invalid, refused } from '../errors.ts';
import { withIdempotency } from '../idempotency.ts';
import { implement } from '../implement.ts';
import { requireVersion } from '../requireVersion.ts';
import { fieldOwners } from './fieldOwners.ts';
import { mappedType } from './mappedType.ts';
import type { MappedType } from './mapping.ts';

type Routes = typeof fieldOwnerRoutes;

export const fieldOwnerImplementation = implement(fieldOwnerRoutes, {
  async get({ params }, ctx) {
    return { data: await ownersView(ctx.db, await mappedType(ctx.db, params.chave)) };
  },
  update,
});

async function ownersView(db: Executor, mapped: MappedType) {
  const { type, mapping } = mapped;
  const [row] = await db.select().from(recordOwners).where(eq(recordOwners.type, type.chave));
  const owners = await fieldOwners(db, mapped);
  return {
    versao: row?.version ?? 0,
    noEstudio: mapping.storage !== undefined,
    campos: Object.entries(type.campos)
      .filter(([key]) => mayBeOwned(type, key))
      .map(([chave, { titulo }]) => ({ chave, titulo, origem: owners.get(chave) ?? ('AMBOS' as const) })),
  };
}

async function update(
  { params, body }: Input<Routes['update']>,
  ctx: Context,
): Promise<Output<Routes['update']>> {
  const mapped = await mappedType(ctx.db, params.chave);
  const { type } = mapped;
  if (mapped.mapping.storage)
    throw refused(
      'NO_ESTUDIO',
      'De um cadastro próprio, quem manda em cada campo se diz na definição, no estúdio.',
    );
  const unknown = body.campos.map(({ chave }) => chave).find((key) => !mayBeOwned(type, key));
  if (unknown !== undefined)
    throw invalid({ [unknown]: 'Este campo não existe ou não muda depois de criado.' });
  return withIdempotency(ctx, 'fieldOwners.update', { params, body }, async (tx) => {
    // Writers hold the same lock (see `fieldOwnersOf`), so they finish first.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.fieldOwners}, hashtext(${type.chave}))`);
    const [row] = await tx.select().from(recordOwners).where(eq(recordOwners.type, type.chave));
    await requireVersion(tx, body.versao, {
      entity: 'record_owners',
      entityId: type.chave,
      version: row?.version ?? 0,
      name: 'quem manda nos campos',
      state: () => ownersView(tx, mapped),
    });
    const before = row?.owners ?? {};
    const owners: Record<string, FieldOwner> = {
      ...before,
      ...Object.fromEntries(body.campos.map(({ chave, origem }) => [chave, origem])),
    };
    const changed = Object.keys(owners).filter((key) => owners[key] !== (before[key] ?? 'AMBOS'));
    if (changed.length > 0) {
      const set = { owners, updatedAt: ctx.now(), version: (row?.version ?? 0) + 1 };
      await tx
        .insert(recordOwners)
        .values({ type: type.chave, ...set })
        .onConflictDoUpdate({ target: recordOwners.type, set });
      const part = (of: Readonly<Record<string, FieldOwner>>) =>
        Object.fromEntries(changed.map((key) => [key, of[key] ?? 'AMBOS']));
      await audit(tx, ctx, {
        action: 'ALTERAR',
        entity: 'record_owners',
        entityId: type.chave,
        before: part(before),
        after: part(owners),
      });
    }
    return { data: { message: 'Quem manda em cada campo foi salvo. Vale a partir da próxima gravação.' } };
  });
}
