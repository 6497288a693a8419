import { describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import type { Route, Routes } from '#contract/route.ts';
import { definitionVersions, roles } from '#server/db/tables/index.ts';
import { mapFor } from '#server/map/queries.ts';
import {
  type Added,
  admin,
  call,
  FIELDS,
  fixture,
  hold,
  ids,
  openAddedFields,
  text,
  WAYS,
} from './addedFields.ts';

openAddedFields();

const cells = Object.entries(WAYS).flatMap(([way, byEntity]) =>
  FIELDS.flatMap((field) => {
    const content = byEntity[field.entity];
    return typeof content === 'string' ? [] : [{ way, content, key: field.key, field }];
  }),
);
/** Parts of addresses, and what is written freely about contacts. */
const isPersonal = ({ key }: Added) => /^endereco|Contatos$/.test(key);
const BY_MAIL = 'text of an e-mail';

describe('a field that an administrator added', () => {
  it.each(cells.filter(({ way, field }) => way !== BY_MAIL || !isPersonal(field)))(
    'is seen: $key in $way',
    async ({ content, field }) => expect(await content(field)).toContain(field.value),
  );

  it.each(cells.filter(({ way, field }) => way === BY_MAIL && isPersonal(field)))(
    'leaves no way that more people read: $key in $way',
    async ({ content, field }) => {
      await expect(content(field)).rejects.toThrow(`Não existe {{cliente.${field.key}}} aqui`);
    },
  );

  it('stays masked on each way for people who see no personal data', async () => {
    const { db } = fixture.server.deps;
    const [role] = await db.select().from(roles).where(eq(roles.key, 'ADMIN'));
    const grants = role?.grants ?? [];
    const masked = grants.map((one) => ({
      ...one,
      autorizado: one.nome !== 'DADOS_PESSOAIS' && one.autorizado,
    }));
    await db.update(roles).set({ grants: masked }).where(eq(roles.key, 'ADMIN'));
    try {
      const leaks = [];
      for (const { way, content, field } of cells)
        if (way !== BY_MAIL && isPersonal(field) && (await content(field)).includes(field.value))
          leaks.push(`${field.key} in ${way}`);
      expect(leaks).toEqual([]);
    } finally {
      await db.update(roles).set({ grants }).where(eq(roles.key, 'ADMIN'));
    }
  });

  it('is on every way by which customers, tickets and own records leave', () => {
    const paths = Object.values(catalogue as Record<string, Routes>)
      .flatMap((routes): Route[] => Object.values(routes))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((path) => /exportar$|^GET \/dados\/v1|campos-adicionais$/.test(path));
    expect(paths.sort()).toEqual(Object.keys(LEAVING).sort());
  });

  it('of a step does not change its kind under what is stored, and a report reads on', async () => {
    const { deps } = fixture.server;
    const [{ content } = { content: {} }] = await deps.db
      .select()
      .from(definitionVersions)
      .where(and(eq(definitionVersions.key, 'sac-empresa'), eq(definitionVersions.kind, 'registration')))
      .orderBy(desc(definitionVersions.version))
      .limit(1);
    const of = (schema: object, widget: string) => {
      const step = structuredClone(content) as Record<string, Record<string, Record<string, unknown>>>;
      Object.assign(step.schema?.properties ?? {}, { noSacEmpresa: { title: 'Campo', ...schema } });
      Object.assign(step.ui ?? {}, { noSacEmpresa: { 'ui:widget': widget } });
      return step;
    };
    const kinds = [
      [of({ type: 'integer' }, 'integer'), 'um número inteiro'],
      [of({ type: 'string', format: 'decimal' }, 'number'), 'um número'],
      [of({ type: 'string', format: 'date' }, 'date'), 'uma data'],
      [of({ type: 'boolean' }, 'checkbox'), 'sim ou não'],
    ] as const;
    const field = FIELDS.find(({ key }) => key === 'noSacEmpresa') as Added;
    for (const [conteudo, words] of kinds) {
      const { body } = await call('POST', '/config/definicoes/registration/verificar', {
        chave: 'sac-empresa',
        conteudo,
      });
      expect(text({ body: body.problemas })).toContain(
        `guardado em 'Campo' (noSacEmpresa) o que não é ${words}`,
      );
      // As an older release published it.
      await hold('registration', 'sac-empresa', conteudo);
      const sets = await mapFor(deps.db, null);
      const sql = sets.clientes?.added?.campo_no_sac_empresa ?? '';
      const { rows } = await deps.pool.query(
        `select ${sql} as value from (select extra_fields as campos from customers where id = ${field.id()}) r`,
      );
      expect([words, rows]).toEqual([words, [{ value: words === 'sim ou não' ? false : null }]]);
    }
    await hold('registration', 'sac-empresa', content as Record<string, unknown>);
  });

  it('keeps its value when a step no longer asks for it, and its answer when it is changed later', async () => {
    const { db } = fixture.server.deps;
    const path = `/sac/clientes/${ids.SAC}/campos-adicionais`;
    const before = (await call('GET', path)).body;
    const valores = { ...before.valores, noSacEmpresa: 'outro', segmento: undefined };
    const changed = await fixture.server.call('PUT', path, {
      ...admin(),
      body: { versao: before.versao, valores },
    });
    expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
    expect(text(changed)).toContain('outro');
    const long = { ...valores, noSacEmpresa: 'x'.repeat(61) };
    const refused = await fixture.server.call('PUT', path, {
      ...admin(),
      body: { versao: changed.body.versao, valores: long },
    });
    expect(Object.keys(refused.body.errors)).toEqual(['noSacEmpresa']);
    const [step] = await db
      .select()
      .from(definitionVersions)
      .where(and(eq(definitionVersions.key, 'sac-empresa'), eq(definitionVersions.version, 1)));
    await hold('registration', 'sac-empresa', step?.content as Record<string, unknown>);
    const { exibicao } = (await call('GET', path)).body;
    expect(exibicao).toContainEqual(
      expect.objectContaining({
        chave: 'noSacEmpresa',
        titulo: 'No sac empresa',
        texto: 'outro',
        arquivado: true,
      }),
    );
  });
});

const WAY = 'a way above';
const OTHERS = 'of other nouns, which have no added fields';

/** The files and calls by which data leaves. */
const LEAVING: Readonly<Record<string, string>> = {
  'GET /config/cadastros/{chave}/exportar': WAY,
  'GET /dados/v1/mudancas': WAY,
  'GET /dados/v1/tickets/{id}': WAY,
  'GET /dados/v1/{tipo}': WAY,
  'GET /dados/v1/{tipo}/{codigo}': WAY,
  'GET /callcenter/conta-corrente/{idColaborador}/extrato/exportar': OTHERS,
  'GET /callcenter/precos-negociados/exportar': OTHERS,
  'GET /config/definicoes-exportar': OTHERS,
  'GET /dados/v1/agendas/{id}': OTHERS,
  'GET /dados/v1/atendimentos/{id}': OTHERS,
  'GET /dados/v1/campanhas-vendas/{id}': OTHERS,
  'GET /dados/v1/contatos/{id}': OTHERS,
  'GET /dados/v1/enderecos-entrega/{id}': OTHERS,
  'GET /dados/v1/mix/{id}': OTHERS,
  'GET /dados/v1/objetivos-operadores/{id}': OTHERS,
  'GET /dados/v1/pagamentos/{id}': OTHERS,
  'GET /dados/v1/pedidos/{id}': OTHERS,
  'GET /sac/clientes/{idCli}/campos-adicionais': WAY,
  'GET /sac/consultas/cadastro-campos-adicionais': WAY,
  'GET /sac/tickets/{idTicket}/campos-adicionais': WAY,
  'POST /callcenter/agendas/exportar': OTHERS,
  'POST /callcenter/ligacoes-recebidas/exportar': OTHERS,
  'POST /callcenter/orcamentos/exportar': OTHERS,
  'POST /callcenter/pedidos/exportar': OTHERS,
  'POST /relatorios/{idRelatorio}/exportar': OTHERS,
  'POST /sac/clientes/exportar': WAY,
  'POST /sac/tickets/exportar': WAY,
  'PUT /sac/clientes/{idCli}/campos-adicionais': WAY,
  'PUT /sac/tickets/{idTicket}/campos-adicionais': WAY,
};
