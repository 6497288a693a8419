import { connect, type Db, type Tx } from '#server/db/client.ts';
import { auditLog, feedPending } from '#server/db/tables/index.ts';
import { onFeedNotification, signal } from '#server/realtime/signal.ts';
import { audit } from '#server/writing/audit.ts';
import type { BenchServer } from '../lists/benchServer.ts';

const WRITERS = 8;
const ROUNDS = 3;

/** The ways in which a small write notifies other processes. */
const NOTIFICATION_METHODS: Record<string, (tx: Tx, id: number) => Promise<unknown>> = {
  'sem aviso': written,
  'aviso dentro da transação': async (tx, id) => {
    await written(tx, id);
    await signal(tx, { kind: 'feed', news: 'written' });
  },
  'como o servidor escreve': (tx, id) =>
    audit(tx, CONTEXT, { action: 'ALTERAR', entity: 'customers', entityId: id, after: { nota: 'medição' } }),
};

const CONTEXT = { user: null, ip: '', requestId: '', now: () => new Date() };

async function written(tx: Tx, id: number): Promise<void> {
  await tx.insert(auditLog).values({
    at: new Date(),
    personId: null,
    action: 'ALTERAR',
    entity: 'customers',
    entityId: String(id),
    before: null,
    after: { nota: 'medição' },
    ip: '',
    requestId: '',
  });
  await tx.insert(feedPending).values({
    type: 'clientes',
    recordId: id,
    happened: 'alterado',
    step: '',
    personId: null,
    code: String(id),
    branchIds: null,
    at: new Date(),
  });
}

/** Eight writers, each writing again as soon as it is done, with a listener connected; the ways alternate several times. */
export async function writersTable(server: BenchServer, milliseconds: number): Promise<void> {
  const { db, pool, close } = connect(server.pool.options.connectionString ?? '', { max: WRITERS + 2 });
  const feedListener = onFeedNotification({ pool }, { warn: () => {} }, ['written'], () => {});
  const ids = await someTickets(server);
  let turn = 0;
  const message = () =>
    server.ask('GERENTE', 'POST', `tickets/${ids[turn++ % ids.length]}/historico`, {
      tipo: 'PRIVADO',
      mensagem: '<p>Medição</p>',
    });
  const works: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(
      Object.entries(NOTIFICATION_METHODS).map(([name, write]) => [
        `escrita pequena, ${name}`,
        () => once(db, write, ++turn),
      ]),
    ),
    'mensagem por HTTP': message,
  };
  process.stdout.write(`\n| ${WRITERS} escritores | por segundo |\n| --- | ---: |\n`);
  const seen = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, work] of Object.entries(works))
      seen.set(name, [...(seen.get(name) ?? []), await rate(work, milliseconds)]);
  for (const [name, rates] of seen)
    process.stdout.write(`| ${name} | ${Math.round(Math.max(...rates)).toLocaleString('pt-BR')} |\n`);
  await feedListener.stop();
  await server.pool.query('delete from feed_pending');
  await close();
}

const once = (db: Db, write: (tx: Tx, id: number) => Promise<unknown>, id: number) =>
  db.transaction((tx) => write(tx, id));

async function rate(work: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (performance.now() - began < milliseconds) {
        await work();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - began);
}

async function someTickets({ pool }: BenchServer): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from tickets where not archived and status = 'EM_ATENDIMENTO' order by md5(id::text) limit 2000`,
  );
  return rows.map(({ id }) => id);
}
