import { eq, sql } from 'drizzle-orm';
import type { PersonChange, peopleRoutes } from '../../../contract/config/people.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { isCpf, normalizeDocument } from '../../../contract/rules/documents.ts';
import { sameValue } from '../../../contract/rules/parameters/sameValue.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { people } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { plainTexts } from '../../plainText.ts';
import { signal } from '../../realtime/signal.ts';
import { linkSent, mailAddressChanged, mailFirstPassword } from '../../session/accountEmails.ts';
import { openReset } from '../../session/resetLink.ts';
import { cancelResets } from '../../session/setPassword.ts';
import { lockAccess, requireAdministrators } from '../access.ts';
import { wrote } from '../simpleRest.ts';
import { checkedPerson, type WrittenPerson } from './checked.ts';
import { findPerson, type PersonRecord } from './queries.ts';
import { entity, lockPerson, storeBranches, toldOf } from './record.ts';

type Create = typeof peopleRoutes.create;
type Update = typeof peopleRoutes.update;

/** No password matches it: the first one is chosen through the link that is sent. */
const NO_PASSWORD = 'nenhuma';

export const createPerson = ({ body }: Input<Create>, ctx: Context): Promise<Output<Create>> =>
  withIdempotency(ctx, 'people.create', { body }, async (tx) => {
    await lockAccess(tx);
    const given = plainTexts(body);
    if (!isCpf(given.cpf)) throw invalid({ cpf: 'CPF inválido' });
    const cpf = normalizeDocument(given.cpf);
    const written = await checkedPerson(tx, ctx, given, cpf);
    const id = await insert(tx, ctx, cpf, written);
    await storeBranches(
      tx,
      id,
      written.branches.map((branch) => branch.id),
    );
    await mailFirstPassword(tx, ctx, written.values, await openReset(tx, ctx, id));
    const record = await findPerson(tx, ctx.user, id);
    await audit(tx, ctx, {
      action: 'CRIAR',
      ...entity(id),
      ...(record && { after: { cpf, ...toldOf(record) } }),
    });
    return wrote(id, `Pessoa cadastrada. ${linkSent(ctx.settings, written.values.email)}`);
  });

async function insert(tx: Tx, { now }: Context, cpf: string, { values }: WrittenPerson): Promise<number> {
  const [person] = await tx
    .insert(people)
    .values({ ...values, cpf, passwordHash: NO_PASSWORD, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: people.id });
  if (!person) throw invalid({ cpf: 'Já há uma pessoa com este CPF.' });
  return person.id;
}

export const updatePerson = ({ params, body }: Input<Update>, ctx: Context): Promise<Output<Update>> =>
  ctx.db.transaction(async (tx) => {
    const before = await lockPerson(tx, ctx, params.id, body.versao);
    const { versao: _, ...given } = plainTexts(body);
    if (before.person.id === ctx.user.id) refuseOwnReach(before, given);
    const written = await checkedPerson(tx, ctx, given, before.person.cpf);
    await tx
      .update(people)
      .set({ ...written.values, updatedAt: ctx.now(), version: sql`${people.version} + 1` })
      .where(eq(people.id, before.person.id));
    await storeBranches(
      tx,
      before.person.id,
      written.branches.map(({ id }) => id),
    );
    await requireAdministrators(tx);
    await tell(tx, ctx, before, written);
    return wrote(before.person.id, 'Pessoa salva. Já vale a partir de agora.');
  });

/** Whoever reads the old address hears of the new one; connections are asked again what they may hear. */
async function tell(tx: Tx, ctx: Context, before: PersonRecord, { values }: WrittenPerson) {
  const { id, email } = before.person;
  if (email !== values.email) {
    await cancelResets(tx, ctx, id);
    await mailAddressChanged(tx, ctx, before.person);
  }
  const after = await findPerson(tx, ctx.user, id);
  await audit(tx, ctx, {
    action: 'ALTERAR',
    ...entity(id),
    before: toldOf(before),
    ...(after && { after: toldOf(after) }),
  });
  await signal(tx, { kind: 'sessions', personId: id });
}

/** Nobody decides what they may do themselves. */
function refuseOwnReach(before: PersonRecord, given: Omit<PersonChange, 'versao'>) {
  const ask = 'Peça a outra pessoa que mude isto na sua conta.';
  const branchIds = before.branches.map(({ id }) => id);
  const errors = {
    ...(given.tipo !== before.person.type && { tipo: ask }),
    ...(given.idPerfil !== before.role.id && { idPerfil: ask }),
    ...(!sameValue([...given.filiais].sort(byNumber), branchIds) && { filiais: ask }),
    ...(given.idRepresentante !== before.person.representativeId && { idRepresentante: ask }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const byNumber = (one: number, other: number) => one - other;
