import { eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { mailKey } from '#contract/rules/contact.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Deps, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches, people } from '../../db/tables/index.ts';
import { roleFor } from '../../session/roles.ts';

/** Not a CPF, so no one can sign in with it and no list of people includes it. */
const MAILBOX = 'email:entrada';

export const NAME = 'E-mail recebido';

/** The person stored as the author of everything that came by e-mail; created with the first e-mail. */
export async function mailboxPersonId(db: Executor): Promise<number> {
  const find = () => db.select({ id: people.id }).from(people).where(eq(people.cpf, MAILBOX));
  const [known] = await find();
  if (known) return known.id;
  await db
    .insert(people)
    .values({
      cpf: MAILBOX,
      name: NAME,
      email: '',
      type: 'CONSUMIDOR_FINAL',
      roleId: await roleFor(db, 'CONSUMIDOR_FINAL'),
      passwordHash: 'nenhuma',
      active: false,
    })
    .onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error('the person of the mailbox was not written');
  return made.id;
}

/** Who writes what came by e-mail: a user with the rights of a consumer, and nothing in scope. */
export const mailboxUser = async (db: Executor, name: string): Promise<User> => ({
  id: await mailboxPersonId(db),
  name: name || NAME,
  cpf: MAILBOX,
  type: 'CONSUMIDOR_FINAL',
  grants: grantsOf(DEFAULT_GRANTS.CONSUMIDOR_FINAL),
  branchIds: [],
  customerId: null,
  representativeId: null,
  sessionId: '',
});

/** A user who opens tickets for a customer, like a member of staff who reads the mailbox. */
export async function openerByMail(db: Executor): Promise<User> {
  return {
    ...(await mailboxUser(db, NAME)),
    type: 'ADMIN',
    grants: grantsOf(['SAC_TICKETS', 'TICKETS_CRIAR']),
  };
}

/** Finds out which addresses are ours and which branch reads each of them. */
export async function ownAddresses(db: Executor, { settings }: Pick<Deps, 'settings'>) {
  const ours = new Set<string>();
  const read = new Map<string, number>();
  const smtp = /<([^<>]+)>\s*$/.exec(settings.smtp?.from ?? '')?.[1] ?? settings.smtp?.from;
  if (smtp) ours.add(mailKey(smtp));
  const all = await db.select({ id: branches.id }).from(branches).orderBy(branches.id);
  for (const { id } of all) {
    const { emailResposta, emailRemetente } = await serviceParameters(db, id);
    for (const address of [emailResposta, emailRemetente]) {
      if (!address) continue;
      ours.add(mailKey(address));
      // An address shared by several branches does not show which one is meant.
      read.set(mailKey(address), read.has(mailKey(address)) ? SHARED : id);
    }
  }
  return {
    ours,
    branchOf: (to: readonly string[]): number | null =>
      to.map((address) => read.get(address) ?? SHARED).find((id) => id !== SHARED) ?? null,
  };
}
const SHARED = 0;
