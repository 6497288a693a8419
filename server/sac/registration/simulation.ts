import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { customerBranches, customerContacts, customerEmails } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { type CustomerRow, visibleCustomer } from '../customers/queries.ts';
import { mayBeCompleted } from './mayRegister.ts';

/** What is known of a first contact or simulation, as the wizard holds it; `null` for a whole customer. */
export async function simulationData(id: number, ctx: Context) {
  const row = await visibleCustomer(ctx.db, ctx.user, id);
  if (!row) throw notFound();
  return { dados: { originalData: mayBeCompleted(row) ? await asRegistration(row, ctx) : null } };
}

async function asRegistration(row: CustomerRow, { db }: Context): Promise<Record<string, unknown>> {
  const { empresa, contatos, ...rest } = row.registration as Record<string, Record<string, unknown>>;
  const [contact] = await db.select().from(customerContacts).where(eq(customerContacts.customerId, row.id));
  const emails = await db.select().from(customerEmails).where(eq(customerEmails.customerId, row.id));
  const [branch] = await db.select().from(customerBranches).where(eq(customerBranches.customerId, row.id));
  const emailFor = (use: string) => emails.find(({ description }) => description === use)?.email;
  const exempt = row.stateRegistration === 'ISENTO';
  return withoutBlanks({
    idCli: row.id,
    documento: row.document,
    empresa: {
      ...empresa,
      razaoSocial: row.legalName,
      nomeFantasia: row.document.length === 14 ? row.tradeName : '',
      dataNascimento: row.birthDate,
      inscricao: exempt ? '' : row.stateRegistration,
      filialId: text(branch?.branchId),
      atividade: text(row.activityId),
      comoConheceu: text(row.leadSourceId),
      tabelaPreco: text(row.priceTableId),
    },
    contatos: {
      nomeContato: contact?.name,
      ...contatos,
      telefone1: row.phone,
      email: row.email,
      emailNFe: emailFor('NF-e'),
      emailBoleto: emailFor('Boleto'),
    },
    enderecoCobranca: row.address,
    enderecoEntrega: row.deliveryAddress ?? {},
    ...rest,
    camposAdicionais: row.extraFields,
  });
}

const text = (id: number | null | undefined) => (id ? String(id) : '');

/** Of what is not known nothing is said. A simulation that is completed is none any more, and attaches anew. */
function withoutBlanks(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (one === '' || one === null || one === undefined || key === 'simulacao' || key === 'anexos')
        return [];
      const isPart = typeof one === 'object' && !Array.isArray(one);
      return [[key, isPart ? withoutBlanks(one as Record<string, unknown>) : one]];
    }),
  );
}
