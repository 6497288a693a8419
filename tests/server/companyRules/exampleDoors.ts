import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { customers, orders, products, ticketItems } from '#server/db/tables/index.ts';
import type { RuleFixture } from './ruleFixture.ts';

/** What people do in the product, through the doors that they have. */
export function exampleDoors(fixture: () => RuleFixture) {
  const db = () => fixture().db;
  const now = () => fixture().deps.now();
  const today = () => localDate(now(), 'America/Sao_Paulo');
  const asked = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who?: 'SUPERVISOR') => {
    const answer = await fixture().call(method, path, body, who);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  /** Opened as people open one. */
  const opened = async (given: object = {}): Promise<number> => {
    const { customerIds, branchIds } = fixture();
    const motivo1 = await reasonOf('ABERTURA', 'ATENDIMENTO');
    const body = {
      idCli: customerIds.first,
      idFil: branchIds[0],
      mensagem: 'Preciso de ajuda.',
      motivo1,
      ...given,
    };
    return (
      await asked('POST', '/sac/tickets', { origem: 'SAC', tipo: 'ATENDIMENTO', assunto: 'Ajuda', ...body })
    ).data.id;
  };
  const changedField = async (id: number, valor: string) => {
    const { versao, valores } = await asked('GET', `/sac/tickets/${id}/campos-adicionais`);
    await asked('PUT', `/sac/tickets/${id}/campos-adicionais`, {
      versao,
      valores: { ...valores, canalPreferido: valor },
    });
  };
  /** A ticket that may be finished from where it is. */
  const ending = () =>
    fixture().addTicket({
      ...{ typeId: fixture().types.get('DUVIDA_FINANCEIRA') ?? 0, stepKey: 'RESPOSTA' },
      ...{ flowKey: 'DUVIDA', flowVersion: 1, status: 'EM_ATENDIMENTO' },
    });
  const finished = async (): Promise<number> => {
    const id = await ending();
    const body = { idMotivo: await reasonOf('FINALIZACAO'), obs: 'Feito.' };
    await asked('POST', `/sac/tickets/${id}/finalizar`, body, 'SUPERVISOR');
    return id;
  };
  const reachable = () =>
    db()
      .update(customers)
      .set({ email: 'compras@exemplo.com.br' })
      .where(eq(customers.id, fixture().customerIds.first));
  const quote = async (given: Partial<typeof orders.$inferInsert>) => {
    const { customerIds, branchIds, people, representativeId } = fixture();
    const [row] = await db()
      .insert(orders)
      .values({
        ...{
          customerId: customerIds.first,
          branchId: branchIds[0],
          sellerId: people.VENDEDOR,
          representativeId,
        },
        ...{ status: 'ATIVO', validUntil: addDays(today(), 5), subtotal: '30000', total: '30000' },
        ...given,
      })
      .returning();
    return row as typeof orders.$inferSelect;
  };
  const ago = (hours: number) => new Date(now().getTime() - hours * 3_600_000 + 1_000);

  return {
    asked,
    returnedThrice,
    opened,
    changedField,
    ending,
    finished,
    reachable,
    quote,
    ago,
    reasonOf,
    contracts,
    today,
    now,
  };

  /** A ticket with a product that two others of this month have, and a third of long ago. */
  async function returnedThrice(): Promise<number> {
    const [product] = await db()
      .insert(products)
      .values({ code: 'V1', description: 'Vela', brand: 'Serra', price: '10' })
      .returning();
    const line = {
      productId: product?.id ?? 0,
      line: 1,
      description: 'Vela',
      requested: '1',
      unitPrice: '10',
    };
    const ids: number[] = [];
    for (const days of [60, 12, 3, 0]) ids.push(await fixture().addTicket({ createdAt: ago(24 * days) }));
    await db()
      .insert(ticketItems)
      .values(ids.map((ticketId) => ({ ...line, ticketId })));
    const [, , second = 0, third = 0] = ids;
    for (const id of [second, third]) await fixture().prioritize(id, 'ALTA');
    return third;
  }
  async function reasonOf(kind: 'ABERTURA' | 'FINALIZACAO', type = 'DUVIDA_FINANCEIRA'): Promise<number> {
    const { rows } = await db().execute<{ id: number }>(
      sql`select id from reasons where kind = ${kind} and active and parent_id is null
        and (type_id is null or type_id = ${fixture().types.get(type)})
        and (flow_key is null or flow_key = 'DUVIDA') and (kind <> 'ABERTURA' or type_id is not null) order by id limit 1`,
    );
    return rows[0]?.id ?? 0;
  }
  /** The type of the fixtures, published once. */
  async function contracts(): Promise<void> {
    const path = '/config/definicoes/records/contratos-comodato';
    if ((await fixture().call('GET', path)).body.data?.publicado) return;
    const { $schema: _, ...conteudo } = JSON.parse(
      await readFile('tests/support/recordTypes/contratos-comodato.json', 'utf8'),
    );
    const saved = await asked('PUT', `${path}/rascunho`, {
      conteudo: { ...conteudo, testes: [] },
      versao: 0,
    });
    await asked('POST', `${path}/publicar`, { versao: saved.data.versao, nota: '' });
  }
}
