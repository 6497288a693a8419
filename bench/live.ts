import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type Pusher from 'pusher-js';
import { branchListChannel, TICKET_CHANGED, type TicketChanged } from '#contract/realtime.ts';
import { cpfCheckDigits } from '#contract/rules/documents.ts';
import { people, personBranches } from '#server/db/tables/index.ts';
import { channelSigner } from '#server/realtime/channelAccess.ts';
import { roleFor } from '#server/session/roles.ts';
import { cpuUsed } from './cpuUsed.ts';
import { type BenchDatabase, openBenchDatabase, sessionsOf } from './lists/benchServer.ts';
import { spread, spreadOf } from './lists/measure.ts';
import { type Served, serve } from './served.ts';

/** The published client, in its build for Node. */
const PusherClient = createRequire(import.meta.url)('pusher-js') as typeof Pusher;

const OPTIONS = {
  tickets: { type: 'string', default: '1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  connections: { type: 'string', default: '200' },
  processes: { type: 'string', default: '1,2' },
  /** Number of messages written, and how many per second. */
  messages: { type: 'string', default: '100' },
  rate: { type: 'string', default: '5' },
} as const;

/** Connections that the server accepts per person. */
const CONNECTIONS_PER_PERSON = 20;
/** The server accepts 50 unauthenticated connections per address. */
const MAX_UNAUTHENTICATED = 10;
const TIMEOUT = 30_000;
const REST = 5_000;

/**
 * `npm run bench -- live`: a number of connections listening to the ticket list while messages are written into tickets.
 * Measures the time from the write until each connection, and the last one, has received the event, and the processor time.
 * Fails if any connection misses an event.
 */
export async function live(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const dataDir = path.join(values.dir, `tickets-${values.tickets}`);
  const database = await openBenchDatabase(dataDir, { tickets: Number(values.tickets) });
  try {
    process.stdout.write(
      `| ${values.connections} conexões, ${values.rate} mensagens por segundo | p50 / p95 em ms |\n| --- | ---: |\n`,
    );
    for (const processes of values.processes.split(',').filter(Boolean)) {
      const served = await serve(dataDir, { env: { PROCESSES: processes } });
      try {
        await measure({
          served,
          database,
          dataDir,
          processes,
          connections: Number(values.connections),
          messages: Number(values.messages),
          rate: Number(values.rate),
        });
      } finally {
        await served.close();
      }
    }
  } finally {
    await database.close();
  }
}

interface Wanted {
  served: Served;
  database: BenchDatabase;
  dataDir: string;
  processes: string;
  connections: number;
  messages: number;
  rate: number;
}

async function measure({ served, database, dataDir, processes, connections, messages, rate }: Wanted) {
  const say = (what: string, value: string) =>
    process.stdout.write(`| processos: ${processes}; ${what} | ${value} |\n`);
  const { branchId, operators } = await listeningOperators(
    database,
    Math.ceil(connections / CONNECTIONS_PER_PERSON),
  );
  const tokens = await sessionsOf(database.pool, ['OPERADOR'], operators.length, operators);
  const [writer = ''] = await sessionsOf(database.pool, ['GERENTE'], 1);
  const channel = branchListChannel('tickets', branchId);
  const { key } = await channelSigner(database.db);
  const { rows } = await database.pool.query<{ id: number }>(
    `select id from tickets where not archived and status = 'EM_ATENDIMENTO' and branch_id = $2 order by id desc limit $1`,
    [messages, branchId],
  );
  const requestedAt = new Map<number, number>();
  const heard = new Map<number, number[]>(rows.map(({ id }) => [id, []]));
  const clients: Pusher[] = [];
  const begun = performance.now();
  try {
    for (let from = 0; from < connections; from += MAX_UNAUTHENTICATED)
      await Promise.all(
        Array.from({ length: Math.min(MAX_UNAUTHENTICATED, connections - from) }, (_, n) => {
          const client = connect(served.port, key, tokens[(from + n) % tokens.length] ?? '');
          clients.push(client);
          return listens(client, channel, ({ id }) =>
            heard.get(id)?.push(performance.now() - (requestedAt.get(id) ?? 0)),
          );
        }),
      );
    say('todas ouvem', `${Math.round(performance.now() - begun)}`);
    say('CPU parada, ms por segundo (servidor + banco)', await cpuAtRest());
    const before = cpuUsed(served.pid, dataDir);
    await writeAll();
    const after = cpuUsed(served.pid, dataDir);
    const everybody = [...heard.values()];
    say('da chamada até cada conexão', spread(spreadOf(everybody.flat())));
    say('da chamada até a última', spread(spreadOf(everybody.map((times) => Math.max(...times)))));
    if (before && after)
      say(
        'CPU de cada mensagem, ms (servidor + banco)',
        [after.server - before.server, after.database - before.database]
          .map((used) => (used / rows.length).toFixed(1))
          .join(' + '),
      );
  } finally {
    for (const client of clients) client.disconnect();
  }

  async function cpuAtRest() {
    const from = cpuUsed(served.pid, dataDir);
    await new Promise((resolve) => setTimeout(resolve, REST));
    const to = cpuUsed(served.pid, dataDir);
    const rest = (kind: 'server' | 'database') => ((to?.[kind] ?? 0) - (from?.[kind] ?? 0)) / (REST / 1000);
    return from && to ? `${rest('server').toFixed(0)} + ${rest('database').toFixed(0)}` : '–';
  }

  async function writeAll() {
    const writes = rows.map(async ({ id }, n) => {
      await new Promise((resolve) => setTimeout(resolve, (n * 1000) / rate));
      requestedAt.set(id, performance.now());
      const { status, body } = await served.ask(writer, 'POST', `tickets/${id}/historico`, {
        tipo: 'PRIVADO',
        mensagem: '<p>Recebemos a mercadoria e já estamos conferindo.</p>',
      });
      if (status !== 200) throw new Error(`${id}: ${status} ${body}`);
    });
    await Promise.all(writes);
    const end = performance.now() + TIMEOUT;
    const missing = () => [...heard.values()].filter((times) => times.length < connections).length;
    while (missing() > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    if (rows.length === 0 || missing() > 0)
      throw new Error(`${missing()} of ${rows.length} messages were not heard by all ${connections}`);
  }
}

/** That many operators of one branch, who are notified of all its tickets; missing ones are added. */
async function listeningOperators({ db, pool }: BenchDatabase, count: number) {
  const { rows } = await pool.query<{ branchId: number; operators: number[] }>(
    `select b.branch_id as "branchId", array_agg(p.id order by p.id) as operators
     from person_branches b join people p on p.id = b.person_id
     where p.type = 'OPERADOR' and p.active group by 1 order by count(*) desc, 1 limit 1`,
  );
  const { branchId = 0, operators = [] } = rows[0] ?? {};
  const roleId = await roleFor(db, 'OPERADOR');
  while (operators.length < count) {
    const base = String(900_000_000 + operators.length);
    const [person] = await db
      .insert(people)
      .values({
        cpf: base + cpfCheckDigits(base),
        name: `Ouvinte ${operators.length}`,
        email: `ouvinte${operators.length}@exemplo.com.br`,
        type: 'OPERADOR',
        roleId,
        passwordHash: 'nenhuma',
      })
      .returning({ id: people.id });
    if (!person) break;
    await db.insert(personBranches).values({ personId: person.id, branchId });
    operators.push(person.id);
  }
  return { branchId, operators };
}

const connect = (port: number, key: string, token: string) =>
  new PusherClient(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: `http://127.0.0.1:${port}/broadcasting/auth`,
      headers: { App: 'bench', Authorization: `Bearer ${token}` },
    },
  });

/** Resolves once the subscription is accepted. */
function listens(client: Pusher, name: string, onChange: (change: TicketChanged) => void): Promise<void> {
  const channel = client.subscribe(name);
  channel.bind(TICKET_CHANGED, onChange);
  return new Promise((resolve, reject) => {
    channel.bind('pusher:subscription_succeeded', () => resolve());
    channel.bind('pusher:subscription_error', (refusal: unknown) =>
      reject(new Error(`not let in: ${JSON.stringify(refusal)}`)),
    );
  });
}
