import type { FeedReader } from '#tests/support/erpNight/reader.ts';
import type { Company } from './company.ts';
import { type TestCluster, until } from './stage.ts';
import type { Ledger } from './writers.ts';

/** Data that exists without having been acknowledged, and acknowledged data that is missing; each as a sentence. */
export interface Comparison {
  lost: string[];
  doubled: string[];
}

/** Compares everything acknowledged with the database, the responses of both nodes and the change feed. */
export async function compare(
  stage: TestCluster,
  company: Company,
  ledger: Ledger,
  reader: FeedReader,
): Promise<Comparison> {
  const comparison: Comparison = { lost: [], doubled: [] };
  const count = (found: number, what: string, wanted = 1) => {
    if (found < wanted) comparison.lost.push(`${what}: ${found} de ${wanted}`);
    if (found > wanted) comparison.doubled.push(`${what}: ${found} em vez de ${wanted}`);
  };
  const rows = async <R extends object>(text: string, values: unknown[]): Promise<R[]> =>
    (await company.connection.pool.query(text, values)).rows as R[];
  /** How often each item occurs. */
  const tally = async (text: string, values: unknown[]) =>
    new Map(
      (await rows<{ thing: string | number; found: number }>(text, values)).map((row) => [
        String(row.thing),
        row.found,
      ]),
    );

  await jobs(stage, company, ledger, count, tally);
  await talks(ledger, count, rows);

  const returned = await tally(
    `select i.key as thing, count(*)::int as found from ticket_items t join invoice_items l on l.id = t.invoice_item_id
     join invoices i on i.id = l.invoice_id where i.key = any($1) group by 1`,
    [[...ledger.returns.keys()]],
  );
  for (const key of ledger.returns.keys()) count(returned.get(key) ?? 0, `devolução da nota ${key}`);

  const ordered = await tally(
    `select o.id as thing, count(l.id)::int as found from orders o
     left join customer_log l on l.item_id = o.id and l.type = 'PEDIDO' where o.id = any($1) and o.stage = 'PEDIDO' group by 1`,
    [ledger.orders],
  );
  for (const id of ledger.orders) count(ordered.get(String(id)) ?? 0, `pedido ${id}`);
  const [stock] = await rows<{ reserved: string; ordered: string }>(
    `select reserved::text, (select coalesce(sum(i.quantity), 0)::text from orders o join order_items i on i.order_id = o.id
     where o.stage = 'PEDIDO' and i.product_id = $1) as ordered from product_stock where product_id = $1`,
    [company.productId],
  );
  count(Number(stock?.reserved), 'unidades reservadas', Number(stock?.ordered));

  const collected = await tally(
    'select ticket_id as thing, count(*)::int as found from pickup_tickets where active and ticket_id = any($1) group by 1',
    [ledger.pickups],
  );
  for (const id of ledger.pickups) count(collected.get(String(id)) ?? 0, `coleta do ticket ${id}`);

  await records(ledger, reader, count, tally, rows);
  await asAnswered(stage, company, ledger, count);
  return comparison;
}

type Count = (found: number, what: string, wanted?: number) => void;
type Tally = (text: string, values: unknown[]) => Promise<Map<string, number>>;
type Rows = <R extends object>(text: string, values: unknown[]) => Promise<R[]>;

/** Each message once, one event of each kind, as many audit entries as moves, and the last version that was reported. */
async function talks(ledger: Ledger, count: Count, rows: Rows): Promise<void> {
  const found = await rows<{ id: number; version: number; texts: string[]; events: string[]; files: number }>(
    `select t.id, t.version, array(select html from ticket_messages m where m.ticket_id = t.id) as texts,
       array(select type from ticket_events e where e.ticket_id = t.id) as events,
       (select count(*)::int from ticket_attachments a where a.ticket_id = t.id) as files
     from tickets t where t.id = any($1)`,
    [ledger.conversations.map(({ id }) => id)],
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  for (const talk of ledger.conversations) {
    const row = byId.get(talk.id);
    count(row ? 1 : 0, `ticket ${talk.id}`);
    if (!row) continue;
    for (const text of talk.texts)
      count(row.texts.filter((html) => html.includes(text)).length, `mensagem ${text}`);
    for (const event of ['CRIACAO', 'AVANCO'])
      count(row.events.filter((each) => each === event).length, `${event} do ticket ${talk.id}`);
    count(row.files, `anexo do ticket ${talk.id}`);
    count(row.version, `versão do ticket ${talk.id}`, talk.versao);
  }
  // Tickets that were created without an acknowledgement: their opening text belongs to no known ticket.
  const [{ opened = 0 } = {}] = await rows<{ opened: number }>(
    `select count(distinct ticket_id)::int as opened from ticket_messages where html like $1`,
    [`%prova ${ledger.mark}%`],
  );
  count(opened, 'tickets abertos', ledger.conversations.length);
}

/** Each background job ended once, and each of its tickets has the note once. */
async function jobs(
  stage: TestCluster,
  company: Company,
  ledger: Ledger,
  count: Count,
  tally: Tally,
): Promise<void> {
  for (const job of ledger.jobs) {
    let state = '';
    await until(async () => {
      state = JSON.stringify(
        (await get(`${stage.origin}/sac/tickets/lote/${job.id}`, company.admin)).data ?? {},
      );
      return /"situacao":"(CONCLUIDO|FALHOU|CANCELADO)"/.test(state);
    }).catch(() => {});
    if (!state.includes('"CONCLUIDO"')) ledger.wrong.push(`lote ${job.id}: ${state.slice(0, 300)}`);
    const noted = await tally(
      'select ticket_id as thing, count(*)::int as found from ticket_messages where html like $1 group by 1',
      [`%${job.text}%`],
    );
    const failed = new Set<number>((JSON.parse(state).falhas ?? []).map(({ id }: { id: number }) => id));
    if (failed.size > 0) ledger.wrong.push(`lote ${job.id}: ${failed.size} falhas`);
    for (const id of job.tickets)
      count(noted.get(String(id)) ?? 0, `nota do lote no ticket ${id}`, failed.has(id) ? 0 : 1);
  }
}

/**
 * Each product exists once, has two versions, and was reported once per version by the feed, which never assigns the same
 * cursor twice.
 */
async function records(
  ledger: Ledger,
  reader: FeedReader,
  count: Count,
  tally: Tally,
  rows: Rows,
): Promise<void> {
  // The newest changes have no feed position yet that the reader could have reached.
  await until(async () => (await rows('select 1 from feed_pending limit 1', [])).length === 0);
  await reader.caughtUp();
  const stored = await tally(
    'select code as thing, count(*)::int as found from products where code = any($1) group by 1',
    [ledger.records],
  );
  const audited = await tally(
    `select p.code as thing, count(*)::int as found from products p join audit_log a
     on a.entity = 'products' and a.entity_id = p.id::text where p.code = any($1) group by 1`,
    [ledger.records],
  );
  const ids = await tally('select code as thing, id as found from products where code = any($1)', [
    ledger.records,
  ]);
  const reported = new Map<number, number>();
  for (const { id, tipo } of reader.receivedChanges)
    if (tipo === 'produtos') reported.set(id, (reported.get(id) ?? 0) + 1);
  for (const code of ledger.records) {
    count(stored.get(code) ?? 0, `produto ${code}`);
    count(audited.get(code) ?? 0, `auditoria do produto ${code}`, 2);
    count(reported.get(ids.get(code) ?? 0) ?? 0, `mudanças contadas do produto ${code}`, 2);
  }
  count(
    reader.receivedChanges.length,
    'lugares da fila de mudanças',
    new Set(reader.receivedChanges.map(({ cursor }) => cursor)).size,
  );
  count(reader.restarts, 'recomeços da fila de mudanças', 0);
}

/** Some of the tickets, as returned by each node. */
async function asAnswered(
  { nodes }: TestCluster,
  company: Company,
  ledger: Ledger,
  count: Count,
): Promise<void> {
  for (const talk of ledger.conversations.slice(-10))
    for (const { port } of nodes) {
      const at = `http://127.0.0.1:${port}/sac/tickets/${talk.id}`;
      const { data } = await get(at, company.admin);
      count(data.versao, `versão do ticket ${talk.id} em ${port}`, talk.versao);
      const { itens } = await get(`${at}/historico`, company.admin);
      for (const text of talk.texts)
        count(
          itens.filter(({ mensagem }: { mensagem: string }) => mensagem.includes(text)).length,
          `mensagem ${text} em ${port}`,
        );
    }
}

/** A restarted node may not answer at once; one that never does fails the run. */
// biome-ignore lint/suspicious/noExplicitAny: responses have every shape
async function get(address: string, token: string): Promise<any> {
  // biome-ignore lint/suspicious/noExplicitAny: same as above
  let found: any;
  await until(async () => {
    const answer = await fetch(address, {
      headers: { App: 'prova', authorization: `Bearer ${token}` },
    }).catch(() => null);
    found = await answer?.json();
    return answer?.ok === true;
  });
  return found;
}
