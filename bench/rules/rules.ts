import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { RULE_EXAMPLES } from '#contract/rules/companyRules/ruleExamples.ts';
import { openFileStore } from '#server/adapters/files/openFileStore.ts';
import { buildApp } from '#server/app.ts';
import { judgedRecords } from '#server/companyRules/judge.ts';
import { recordsDue } from '#server/companyRules/look.ts';
import { startCompanyRules } from '#server/companyRules/worker.ts';
import { startSequencer } from '#server/feed/sequencer.ts';
import { mapForRun } from '#server/map/queries.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import { readSettings } from '#server/settings/settings.ts';
import { openBenchDatabase } from '../lists/benchServer.ts';

const OPTIONS = {
  tickets: { type: 'string', default: '200000' },
  dir: { type: 'string' },
  runs: { type: 'string', default: '40' },
} as const;

/** Of docs/domain.md, in milliseconds. */
const BUDGETS = { one: 2, hundred: 5, action: 250, look: 50 };

const say = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

/**
 * `npm run bench -- rules`: what rules cost. The condition of each example that is shipped, of one record and of a hundred; a look of each
 * that waits for a time; and how long it takes from the answer to a command to what a rule does about it.
 */
export async function rules(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const dir = values.dir ?? path.join(os.tmpdir(), 'balcao-bench', `tickets-${values.tickets}`);
  const runs = Number(values.runs);
  const database = await openBenchDatabase(dir, { tickets: Number(values.tickets) });
  try {
    await conditions(database, runs);
    await actions(database, dir, runs);
  } finally {
    await database.close();
  }
}

/** Where the records of an entity are, by their ids. */
const TABLES: Readonly<Record<string, string>> = {
  ...{ tickets: 'tickets', pedidos: 'orders', clientes: 'customers', titulos: 'invoice_titles' },
  ...{ contatos: 'customer_contacts', estoque: 'product_stock' },
};

type Database = Awaited<ReturnType<typeof openBenchDatabase>>;

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  times.push(performance.now() - begun);
}

async function conditions({ db, pool }: Database, runs: number): Promise<void> {
  const entities = await mapForRun(db, null);
  const now = new Date();
  say(['exemplo', 'um registro, ms', 'cem, ms', 'procura por tempo, ms']);
  say(['---', '---:', '---:', '---:']);
  const all = { one: [] as number[], hundred: [] as number[], look: [] as number[] };
  for (const example of RULE_EXAMPLES) {
    if (example.quando.tipo === 'PESSOA') continue;
    const table = TABLES[example.entidade];
    if (!table) throw new Error(`no table for ${example.entidade}`);
    const { rows } = await pool.query<{ id: number }>(`select id from ${table} order by id desc limit 100`);
    const ids = rows.map(({ id }) => id);
    const own = { one: [] as number[], hundred: [] as number[], look: [] as number[] };
    const judge = (some: number[]) => () =>
      judgedRecords(db, example, entities, { ids: some, now, byStaff: true, byRule: false });
    if (ids.length > 0 && example.se) {
      await judge(ids)();
      for (let run = 0; run < runs; run += 1) {
        await timed(own.one, judge(ids.slice(run % ids.length, (run % ids.length) + 1)));
        await timed(own.hundred, judge(ids));
      }
    }
    if (example.quando.tipo !== 'EVENTO') {
      const window = { from: new Date(now.getTime() - 60_000), to: now, after: null };
      const look = () => recordsDue(db, example, entities, window);
      await look();
      for (let run = 0; run < runs; run += 1) await timed(own.look, look);
    }
    const shown = (times: readonly number[]) => (times.length > 0 ? at(times, 0.5).toFixed(1) : '–');
    say([example.titulo, shown(own.one), shown(own.hundred), shown(own.look)]);
    for (const name of ['one', 'hundred', 'look'] as const)
      if (own[name].length > 0) all[name].push(at(own[name], 0.5));
  }
  for (const name of ['one', 'hundred', 'look'] as const)
    say([
      `mediana e maior: ${name}`,
      at(all[name], 0.5).toFixed(1),
      at(all[name], 1).toFixed(1),
      BUDGETS[name],
    ]);
}

const RULE = {
  ...{ formato: 1, id: 'bancada', titulo: 'Bancada', entidade: 'tickets', papel: 'SUPERVISOR' },
  quando: { tipo: 'EVENTO', evento: 'PRIORIZADO' },
  se: { faz: 'igual', de: [{ campo: 'prioridade' }, { texto: 'ALTA' }] },
  entao: [{ acao: 'ANOTAR', mensagem: 'Feito.' }],
};

/** From the answer to a change of priority to the note that a rule writes, by the loops that run in the background. */
async function actions({ db, pool }: Database, dir: string, runs: number): Promise<void> {
  const settings = readSettings({
    DATA_DIR: dir,
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '0',
  });
  const deps = { db, pool, settings, files: openFileStore(settings), now: () => new Date() };
  const app = await buildApp(deps);
  const token = newToken();
  await pool.query(
    `insert into sessions (token_hash, person_id, expires_at, proved_at)
     select $1, id, now() + interval '1 day', now() from people where type = 'ADMIN' and active order by id limit 1`,
    [hashToken(token)],
  );
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await app.inject({
      ...{ method, url, headers: { App: 'bench', authorization: `Bearer ${token}` } },
      ...(payload && { payload }),
    });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json().data;
  };
  const studio = `/config/definicoes/rules/${RULE.id}`;
  const known = await ask('GET', studio).catch(() => null);
  const saved = await ask('PUT', `${studio}/rascunho`, { conteudo: RULE, versao: known?.versao ?? 0 });
  await ask('POST', `${studio}/publicar`, { versao: saved.versao, nota: '' }).catch(() => null);
  const { versao } = await ask('GET', `/config/regras/${RULE.id}`);
  await ask('POST', `/config/regras/${RULE.id}/modo`, { modo: 'LIGADA', versao }).catch(() => null);
  const work = { ...deps, log: app.log };
  const background = [startSequencer(deps, app.log), startCompanyRules(work)];
  const { rows } = await pool.query<{ id: number }>(
    `select id from tickets where not archived and merged_into_id is null and priority <> 'ALTA'
       and status not in ('FINALIZADO', 'CANCELADO') order by id desc limit $1`,
    [runs + 1],
  );
  const noted = (id: number) =>
    pool.query(
      `select 1 from ticket_messages where ticket_id = $1 and type = 'PRIVADO' and html like '%Feito.%'`,
      [id],
    );
  const times: number[] = [];
  try {
    for (const [run, { id }] of rows.entries()) {
      await ask('POST', `/sac/tickets/${id}/prioridade`, { prioridade: 'ALTA' });
      const begun = performance.now();
      while ((await noted(id)).rowCount === 0) {
        if (performance.now() - begun > 10_000) throw new Error(`no rule acted on ${id}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      // The first one is not warm.
      if (run > 0) times.push(performance.now() - begun);
    }
  } finally {
    for (const each of background) await each.stop();
    await app.close();
  }
  say([
    'gravação até a ação',
    `mediana ${at(times, 0.5).toFixed(0)}`,
    `p90 ${at(times, 0.9).toFixed(0)}`,
    BUDGETS.action,
  ]);
}
