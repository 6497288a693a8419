import { eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '../../../contract/permissions.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { people } from '../../db/tables/index.ts';
import { roleFor } from '../../session/roles.ts';

/** No CPF: nobody signs in by it, and no list of people has it. */
const MAILBOX = 'email:entrada';
const NAME = 'E-mail recebido';

/** Who stands in the tables as the author of what came by e-mail; made with the first one. */
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

/** Writes as the customer whose ticket it is may write, and sees nothing else. */
export async function customerByMail(db: Executor, customerId: number, name: string): Promise<User> {
  return { ...(await mailboxUser(db, name)), customerId };
}

/** Opens tickets for a customer, as somebody of the company who reads the mailbox would. */
export async function openerByMail(db: Executor): Promise<User> {
  return {
    ...(await mailboxUser(db, NAME)),
    type: 'ADMIN',
    grants: grantsOf(['SAC_TICKETS', 'TICKETS_CRIAR']),
  };
}

const mailboxUser = async (db: Executor, name: string): Promise<User> => ({
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
