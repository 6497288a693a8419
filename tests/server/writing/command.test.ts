import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import { Done, defineRoutes, Id, Strict, Text } from '#contract/route.ts';
import type { Context, User } from '#server/context.ts';
import { idempotencyKeys } from '#server/db/tables/index.ts';
import { implementations } from '#server/routes.ts';
import { command } from '#server/writing/command.ts';
import { withIdempotency } from '#server/writing/idempotency.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { recordedBody } from '../../support/servers/recordedBody.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const routes = defineRoutes({
  rename: {
    method: 'PUT',
    path: '/sac/coisas/{id}',
    summary: 'Mudar uma coisa',
    permission: 'session',
    idempotent: true,
    params: Strict({ id: Id('Coisa') }),
    body: Strict({ nome: Text('Nome', 100), obs: Type.Optional(Text('Observação', 100)) }),
    response: Done,
  },
});

const context = (idempotencyKey: string | null) =>
  ({
    db: database.db,
    user: { id: 7 } as User,
    now: () => new Date(),
    idempotencyKey,
    sentDraft: null,
    watchBody: recordedBody,
  }) as unknown as Context;

const input = { params: { id: 3 }, body: { nome: 'Um' } };

describe('command', () => {
  it('is carried out once for a key, which is kept under the method and path of its route', async () => {
    let runs = 0;
    const rename = command(routes.rename, async (_tx, _ctx, { params, body }) => {
      runs += 1;
      return { data: { id: params.id, message: body.nome } };
    });
    const first = await rename(input, context('once'));
    expect(await rename(input, context('once'))).toEqual(first);
    expect([runs, rename.route]).toEqual([1, routes.rename]);
    const [stored] = await database.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'once'));
    expect(stored?.route).toBe('PUT /sac/coisas/{id}');
    await expect(rename({ ...input, params: { id: 4 } }, context('once'))).rejects.toMatchObject({
      code: 'CHAVE_REPETIDA',
    });
  });

  it('knows a key that a release before stored under a name of its own', async () => {
    const answer = { data: { id: 3, message: 'antes' } };
    await withIdempotency(context('old'), 'things.update', input, async () => answer);
    const rename = command(routes.rename, async () => ({ data: { message: 'outra vez' } }));
    expect(await rename({ ...input }, context('old'))).toEqual(answer);
    const other = { ...input, body: { nome: 'Dois' } };
    await expect(rename(other, context('old'))).rejects.toMatchObject({ code: 'CHAVE_REPETIDA' });
  });

  it('goes on after its commit, also for a repeat, which finds what was done', async () => {
    const begun: number[] = [];
    const rename = command(
      routes.rename,
      async (_tx, _ctx, { params, body: { nome } }) => ({ job: params.id, nome }),
      async ({ job, nome }) => {
        begun.push(job);
        return { data: { id: job, message: nome } };
      },
    );
    await rename(input, context('after'));
    expect(await rename(input, context('after'))).toEqual({ data: { id: 3, message: 'Um' } });
    expect(begun).toEqual([3, 3]);
  });

  it('fails in a test if it ends without reading a field that was sent, and writes nothing', async () => {
    const rename = command(routes.rename, async (_tx, _ctx, { body }) => ({ data: { message: body.nome } }));
    const sent = { ...input, body: { nome: 'Um', obs: 'lida por ninguém' } };
    await expect(rename(sent, context('lost'))).rejects.toThrow('sent and read by nobody: obs');
    expect(await database.db.$count(idempotencyKeys, eq(idempotencyKeys.key, 'lost'))).toBe(0);
  });
});

describe('calls that may be repeated with their key', () => {
  /** Carried out by `withIdempotency` itself, until they are commands; the list may only become shorter. */
  const UNCONVERTED = [
    'DELETE /config/certificados-nfe/{id}',
    'GET /callcenter/pedidos/{pedidoId}/duplicar',
    'POST /callcenter/clientes/pre-cadastro',
    'POST /callcenter/clientes/transferencias',
    'POST /callcenter/devolucoes/produtos',
    'POST /callcenter/link-pagamento/pedido/{pedidoId}',
    'POST /callcenter/link-pagamento/{idOrcamento}/processa-pagamento',
    'POST /clientes',
    'POST /config/cadastros/{chave}',
    'POST /config/cadastros/{chave}/importacoes',
    'POST /config/cadastros/{chave}/lote',
    'POST /config/certificados-nfe',
    'POST /config/definicoes-importar',
    'POST /config/definicoes/{tipo}/{chave}/padrao',
    'POST /config/definicoes/{tipo}/{chave}/publicar',
    'POST /config/definicoes/{tipo}/{chave}/versoes/{numero}/voltar',
    'POST /config/demonstracao/remover',
    'POST /config/emails/teste',
    'POST /config/forca-vendas/{area}/{chave}/padrao',
    'POST /config/parametros/{area}/{chave}/padrao',
    'POST /config/pessoas/{id}/desativar',
    'POST /config/pessoas/{id}/encerrar-sessoes',
    'POST /config/pessoas/{id}/enviar-senha',
    'POST /config/pessoas/{id}/reativar',
    'POST /config/pessoas/{id}/retirar-segundo-fator',
    'POST /config/primeiros-passos/{passo}/conferir',
    'POST /config/primeiros-passos/{passo}/pular',
    'POST /config/relatorios-agendados',
    'POST /config/relatorios/{idRelatorio}/conjuntos',
    'POST /sac/tickets/{idTicket}/cliente',
    'POST /sac/tickets/{idTicket}/historico',
    'PUT /callcenter/link-pagamento/pedido/{pedidoId}',
    'PUT /clientes/{idCli}/editar-email',
    'PUT /clientes/{idCli}/editar-telefone',
    'PUT /config/cadastros/{chave}/origem',
    'PUT /config/cadastros/{chave}/{id}',
    'PUT /dados/v1/{tipo}',
  ];

  it('are commands', () => {
    const plain = implementations.flatMap(({ routes: all }) =>
      all.flatMap(({ route: { method, path, idempotent }, handler }) =>
        idempotent && !('route' in handler) ? [`${method} ${path}`] : [],
      ),
    );
    expect(plain.sort()).toEqual(UNCONVERTED);
  });
});
