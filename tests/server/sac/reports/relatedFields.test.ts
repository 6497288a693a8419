import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import type { MapBounds } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { type PathStep, stepsFrom } from '#contract/map/paths.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import type { User } from '#server/context.ts';
import { seedDemo } from '#server/db/seed/index.ts';
import { compileQuery } from '#server/sac/reports/guard/compileQuery.ts';
import { prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { type Filters, open, type Query, report, toOne } from './relatedReport.ts';

jest.setTimeout(600_000);

let server: TestServer;
const people = new Map<string, User>();
beforeAll(async () => {
  server = await testServer();
  await seedDemo(server.deps.db, server.deps.pool, { tickets: 120 });
  const { rows } = await server.deps.pool.query<{ id: number; type: string }>(
    'select distinct on (type) type, id from people order by type, id',
  );
  for (const { id, type } of rows) {
    const person = await personById(server.deps.db, id);
    if (person) people.set(type, person as User);
  }
});
afterAll(() => server?.close());

const person = (type: string): User => {
  const found = people.get(type);
  if (!found) throw new Error(`nobody is ${type}`);
  return found;
};

const asReader = <T>(
  user: User,
  use: (client: pg.PoolClient) => Promise<T>,
  customer: number | null = null,
) =>
  withReader(
    server.deps,
    { person: user, zone: 'America/Sao_Paulo', customer, name: 'prova', timeout: 300_000 },
    use,
  );

function compiled(query: Query, rows?: number): string {
  const made = compileQuery({ tipo: 'DECLARATIVA', ...query }, [], ENTITIES, rows);
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  return made.sql;
}

const answered = async (client: pg.PoolClient, query: Query, rows?: number): Promise<unknown[][]> =>
  (await client.query({ text: compiled(query, rows), rowMode: 'array' })).rows;

const rowsOf = (query: Query, user = person('ADMIN'), rows?: number): Promise<unknown[][]> =>
  asReader(user, (client) => answered(client, query, rows));

/** At one and the same moment: some figures count until now. */
const bothOf = (first: Query, second: Query, user = person('ADMIN')): Promise<unknown[][][]> =>
  asReader(user, async (client) => [await answered(client, first), await answered(client, second)]);

/** The filter that bounds a query over growing data and takes nothing away. */
function bound(limites: MapBounds | undefined, prefix = ''): Filters {
  const [field] = limites?.periodo ?? [];
  return field ? [{ campo: `${prefix}${field}`, operador: 'MAIOR_IGUAL', valor: '2000-01-01' }] : [];
}

const entities = Object.entries(ENTITIES);
const toMany = entities.flatMap(([name]) =>
  stepsFrom(ENTITIES, name).flatMap((step) =>
    step.tipo === 'MUITOS' ? [[name, step.chave, step] as const] : [],
  ),
);
const sums = (name: string) =>
  Object.entries(ENTITIES[name]?.campos ?? {}).flatMap(([field, { soma }]) =>
    soma === 'SOMA' ? [field] : [],
  );

describe('a field of one related row', () => {
  it.each(toOne.filter(([, steps]) => steps.length > 0))(
    '%s: changes neither how many rows there are nor any sum, whoever asks',
    async (name, steps) => {
      const figures: DeclarativeQuery['colunas'] = [
        { como: 'linhas', agregacao: 'CONTAGEM' },
        ...sums(name).map((campo) => ({ campo, como: `de_${campo}`, agregacao: 'SOMA' as const })),
      ];
      const related = steps.flatMap(({ chave, alvo }) =>
        Object.keys(ENTITIES[alvo]?.campos ?? {})
          .slice(1, 3)
          .map((field) => `${chave}.${field}`),
      );
      const joined = related.map((campo, index) => ({
        campo,
        como: `r_${index}`,
        agregacao: 'CONTAGEM' as const,
      }));
      const filtros = bound(ENTITIES[name]?.limites);
      for (const type of ['ADMIN', 'OPERADOR']) {
        const [alone, together] = await bothOf(
          { conjunto: name, colunas: figures, filtros },
          { conjunto: name, colunas: [...figures, ...joined], filtros },
          person(type),
        );
        expect([name, type, together?.[0]?.slice(0, figures.length)]).toEqual([name, type, alone?.[0]]);
      }
    },
  );

  it('is the value of that row, over several relations too, and can be compared', async () => {
    const query: Query = {
      conjunto: 'itens',
      colunas: [
        { campo: 'ticket_id', como: 'ticket' },
        { campo: 'ticket.cliente.uf', como: 'uf' },
        { campo: 'ticket.filial.cidade', como: 'cidade' },
      ],
      filtros: bound(ENTITIES.itens?.limites),
    };
    const { rows } = await server.deps.pool.query({
      text: `select l.ticket_id, c.address ->> 'uf', b.address ->> 'cidade'
        from ticket_items l join tickets t on t.id = l.ticket_id join customers c on c.id = t.customer_id
        join branches b on b.id = t.branch_id`,
      rowMode: 'array',
    });
    const sorted = (list: unknown[][]) => list.map((row) => JSON.stringify(row)).sort();
    const found = await rowsOf(query);
    expect(found.length).toBeGreaterThan(50);
    expect(sorted(found).map((row) => JSON.parse(row)[1])).toEqual(
      sorted(rows).map((row) => JSON.parse(row)[1]),
    );
    const uf = String(found.find((row) => row[1])?.[1]);
    const some = await rowsOf({
      ...query,
      filtros: [...(query.filtros ?? []), { campo: 'ticket.cliente.uf', operador: 'IGUAL', valor: uf }],
    });
    expect(sorted(some)).toEqual(sorted(found.filter((row) => row[1] === uf)));
  });

  it('stands in a list that reads keys first, also where it decides the order', async () => {
    const query: Query = {
      conjunto: 'tickets',
      colunas: [
        { campo: 'ticket_id', como: 'ticket' },
        { campo: 'cliente.uf', como: 'uf' },
        { campo: 'operador.perfil', como: 'perfil' },
      ],
      ordem: [
        { coluna: 'uf', direcao: 'DESC' },
        { coluna: 'ticket', direcao: 'ASC' },
      ],
    };
    expect(compiled(query, 9)).toContain('any (array(');
    expect(await rowsOf(query, person('ADMIN'), 9)).toEqual((await rowsOf(query)).slice(0, 9));
  });

  it('is empty where the person does not see the row that it leads to', async () => {
    const { pool } = server.deps;
    const operator = person('OPERADOR');
    const { rows } = await pool.query<{ id: number }>(
      `select t.id from tickets t where t.branch_id = any ($1)
        and exists (select from customer_branches b where b.customer_id = t.customer_id) order by 1 limit 1`,
      [operator.branchIds],
    );
    const id = rows[0]?.id ?? 0;
    const query: Query = {
      conjunto: 'tickets',
      colunas: [
        { campo: 'ticket_id', como: 'ticket' },
        { campo: 'cliente.cidade', como: 'cidade' },
      ],
      filtros: [{ campo: 'ticket_id', operador: 'IGUAL', valor: String(id) }],
    };
    const [seen] = await rowsOf(query, operator);
    expect(seen?.[1]).toBeTruthy();
    await pool.query(
      'delete from customer_branches b using tickets t where t.id = $1 and b.customer_id = t.customer_id',
      [id],
    );
    expect(await rowsOf(query, operator)).toEqual([[id, null]]);
    expect((await rowsOf(query))[0]?.[1]).toBe(seen?.[1]);
  });

  it('is masked where it is personal, and nobody may compare it who may not see it', async () => {
    const operator = {
      ...person('OPERADOR'),
      grants: person('OPERADOR').grants.filter(({ nome }) => nome !== 'DADOS_PESSOAIS'),
    };
    const run = (query: Query) => prepareRun({ ...server.deps, user: operator }, report(query), {});
    const query: Query = {
      conjunto: 'tickets',
      colunas: [{ campo: 'cliente.documento', como: 'doc' }],
      filtros: open,
    };
    expect(Object.fromEntries((await run(query)).masks)).toEqual({ doc: 'DOCUMENTO' });
    const filtros: Filters = [...open, { campo: 'cliente.documento', operador: 'IGUAL', valor: '1' }];
    await expect(run({ ...query, filtros })).rejects.toMatchObject({ code: 'RELATORIO_PESSOAL' });
  });
});

describe('a calculation over many related rows', () => {
  const figuresOf = (step: PathStep) => {
    const [key = ''] = step.por[0] ?? [];
    return [
      { campo: `${step.chave}.${step.por[0]?.[1] ?? key}`, como: 'linhas', agregacao: 'CONTAGEM' as const },
      ...sums(step.alvo).map((campo) => ({
        campo: `${step.chave}.${campo}`,
        como: `de_${campo}`,
        agregacao: 'SOMA' as const,
      })),
    ];
  };

  it.each(toMany)('%s › %s: is what the same calculation gives alone', async (name, _, step) => {
    const columns = figuresOf(step);
    const same = columns.map((column) => ({ ...column, campo: column.campo.slice(step.chave.length + 1) }));
    const [there] = step.por.map(([, column]) => column);
    const own: Query = {
      conjunto: step.alvo,
      colunas: same,
      filtros: [...bound(ENTITIES[step.alvo]?.limites), { campo: there ?? '', operador: 'PREENCHIDO' }],
    };
    // All others together, and a relation to one row beside it: neither multiplies the rows.
    const beside = stepsFrom(ENTITIES, name).flatMap((other) => {
      const [field = ''] = Object.keys(ENTITIES[other.alvo]?.campos ?? {});
      return other.chave === step.chave
        ? []
        : [{ campo: `${other.chave}.${field}`, como: `x_${other.chave}`, agregacao: 'CONTAGEM' as const }];
    });
    const filtros = stepsFrom(ENTITIES, name).flatMap(({ chave, tipo, alvo }) =>
      tipo === 'MUITOS' ? bound(ENTITIES[alvo]?.limites, `${chave}.`) : [],
    );
    const joined: Query = {
      conjunto: name,
      colunas: [...columns, ...beside.slice(0, 5)],
      filtros: [
        ...bound(ENTITIES[name]?.limites),
        ...filtros.filter(({ campo }) =>
          [...columns, ...beside.slice(0, 5)].some(
            (column) => column.campo.split('.')[0] === campo.split('.')[0],
          ),
        ),
      ],
    };
    const [alone, together] = await bothOf(own, joined);
    expect([name, step.chave, together?.[0]?.slice(0, columns.length).map(String)]).toEqual([
      name,
      step.chave,
      alone?.[0]?.map(String),
    ]);
  });

  it('takes conditions on the rows that it is made of, and keeps the rows that have none', async () => {
    const query = (filtros: Filters): Query => ({
      conjunto: 'clientes',
      colunas: [
        { campo: 'cliente_id', como: 'cliente' },
        { campo: 'tickets.ticket_id', como: 'tickets', agregacao: 'CONTAGEM' },
        { campo: 'tickets.dias', como: 'dias', agregacao: 'MEDIA' },
        { campo: 'tickets.criado_em', como: 'ultimo', agregacao: 'MAXIMO', formato: 'MES' },
        { campo: 'tickets.filial.uf', como: 'uf', agregacao: 'MINIMO' },
      ],
      filtros,
      ordem: [{ coluna: 'cliente', direcao: 'ASC' }],
    });
    const found = await rowsOf(query([{ campo: 'tickets.aberto', operador: 'IGUAL', valor: true }]));
    const { rows } = await server.deps.pool.query<{ id: number; n: string }>(
      `select c.id, (select count(*) from tickets t where t.customer_id = c.id
        and t.status not in ('FINALIZADO', 'CANCELADO')) as n from customers c order by 1`,
    );
    expect(found.map(([id, count]) => [Number(id), Number(count)])).toEqual(
      rows.map(({ id, n }) => [id, Number(n)]),
    );
    expect(found.some(([, count]) => Number(count) === 0)).toBe(true);
    expect(found.some(([, count]) => Number(count) > 1)).toBe(true);
  });

  it('is one of the rows that the person sees', async () => {
    const query: Query = {
      conjunto: 'clientes',
      colunas: [{ campo: 'tickets.ticket_id', como: 'tickets', agregacao: 'CONTAGEM' }],
      filtros: bound(ENTITIES.tickets?.limites, 'tickets.'),
    };
    const alone: Query = {
      conjunto: 'tickets',
      colunas: [{ campo: 'ticket_id', como: 'n', agregacao: 'CONTAGEM' }],
      filtros: bound(ENTITIES.tickets?.limites),
    };
    const [mine, all] = [await rowsOf(query, person('OPERADOR')), await rowsOf(query)];
    expect(Number(mine[0]?.[0])).toBeLessThan(Number(all[0]?.[0]));
    expect(Number(mine[0]?.[0])).toBeLessThanOrEqual(
      Number((await rowsOf(alone, person('OPERADOR')))[0]?.[0]),
    );
  });
});
