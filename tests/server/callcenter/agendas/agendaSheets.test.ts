import { describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { addDays, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { agendas, auditLog, customerLog, customers, files } from '#server/db/tables/index.ts';
import {
  agendaCount,
  ids,
  openSupervision,
  persons,
  post,
  server,
  stored,
  today,
  tokens,
} from './supervisionFixture.ts';

openSupervision();

/** Submits a CSV as people drop it, in the single call that accepts a file. */
async function sheetSent(content: string) {
  const storedAs = String(stored.size).padStart(32, '0');
  stored.set(storedAs, Buffer.from(content, 'latin1'));
  const [file] = await server.deps.db
    .insert(files)
    .values({
      name: 'agendas.csv',
      mime: 'text/csv',
      size: content.length,
      sha256: '',
      storedAs,
      ownerId: persons.people.SUPERVISOR,
    })
    .returning({ id: files.id });
  const arquivo = { id: file?.id, nome: 'agendas.csv', mime: 'text/csv', tamanho: content.length };
  return post('agendas-supervisor/validar', { arquivo });
}
const line = (index: number) => ({
  colaborador: String(persons.people.OPERADOR),
  cliente: String(ids[index % ids.length]),
  data: formatCalendarDate(addDays(today(), 2 + Math.floor(index / 30))),
  hora: '09:30',
  assunto: `Contato ${index}`,
});

const BAD: [number, object][] = [
  [3, { data: '31/02/2027' }],
  [40, { hora: '25:00' }],
  [77, { cliente: '999999' }],
  [90, { cliente: 'abc' }],
  [120, { assunto: ' ' }],
  [150, { tipo: 'Visita' }],
  [200, { colaborador: '999999' }],
  [240, { data: '01/01/2020' }],
  [300, { assunto: '=1+1' }],
  [340, { colaborador: '' }],
  [400, { descricao: 'x'.repeat(2001) }],
];

describe('import of 500 agendas', () => {
  const lines = () => {
    const all: object[] = Array.from({ length: 500 }, (_, index) => line(index));
    for (const [place, wrong] of BAD) all[place] = { ...all[place], ...wrong };
    all[499] = { ...all[0] };
    return all;
  };

  it('answers 403 to operators, sellers and representatives', async () => {
    for (const who of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE'] as const)
      expect((await post('agendas-supervisor/validar', { linhas: [line(0)] }, who)).status).toBe(403);
  });

  it('writes nothing by its first call, and 488 once by its second, also for two at once', async () => {
    const { db } = server.deps;
    const validated = await post('agendas-supervisor/validar', { linhas: lines() });
    expect(validated.body.data).toMatchObject({
      situacao: 'CONFERENCIA',
      contagens: { linhas: 500, criados: 488, iguais: 0, recusados: 12 },
    });
    expect(validated.body.data.problemas).toContainEqual({
      linha: 4,
      coluna: null,
      problema: 'Data: A data "31/02/2027" não existe. Confira o dia e o mês, em DD/MM/AAAA.',
    });
    expect(validated.body.data.problemas).toContainEqual({
      linha: 500,
      coluna: null,
      problema: 'Repete o registro da linha 1.',
    });
    expect([await agendaCount(), await db.$count(customerLog)]).toEqual([0, 0]);

    const idLote = validated.body.data.id;
    const foreign = await post('agendas-supervisor/importar', { idLote }, 'ADMIN');
    expect([foreign.status, await agendaCount()]).toEqual([404, 0]);
    // People who may import their own agendas cannot access the team's import there.
    expect((await post('agendas/importar', { idLote })).status).toBe(404);

    const [one, two] = await Promise.all([
      post('agendas-supervisor/importar', { idLote }),
      post('agendas-supervisor/importar', { idLote }),
    ]);
    const again = await post('agendas-supervisor/importar', { idLote });
    for (const { body } of [one, two, again])
      expect(body.data).toMatchObject({ situacao: 'CONCLUIDO', contagens: { criados: 488, recusados: 12 } });
    expect([await agendaCount(), await db.$count(customerLog, eq(customerLog.type, 'AGENDA'))]).toEqual([
      488, 488,
    ]);
    expect(
      await db.$count(auditLog, and(eq(auditLog.action, 'IMPORTAR'), eq(auditLog.entity, 'record_imports'))),
    ).toBe(1);

    const file = `/config/cadastros/agendas-equipe/importacoes/${idLote}/recusadas`;
    const refused = await server.call('GET', file, { token: tokens.SUPERVISOR });
    expect(String(refused.body).trim().split('\n')).toHaveLength(13);
    expect((await server.call('GET', file, { token: tokens.ADMIN })).status).toBe(404);
    expect((await server.call('GET', file, { token: tokens.OPERADOR })).status).toBe(403);
  });

  it('recognises equal lines, also under other column titles, and rejects different ones', async () => {
    const sheet = [
      'Vendedor;CNPJ/CPF;Dia;Horário;Assunto;Obs',
      ...[0, 1].map((index) => {
        const { colaborador, cliente, data, hora, assunto } = line(index);
        return [colaborador, cliente, data, hora, assunto, ''].join(';');
      }),
      `${line(2).colaborador};${line(2).cliente};${line(2).data};9:30;Outro assunto;`,
      `${line(0).colaborador};10.000.000/0000-03;${line(0).data};16:00;São João;de manhã`,
    ].join('\r\n');
    const before = await agendaCount();
    const { body } = await sheetSent(sheet);
    expect(body.data).toMatchObject({
      colunas: ['colaborador', 'cliente', 'data', 'hora', 'assunto', 'descricao'],
      contagens: { linhas: 4, criados: 1, iguais: 2, recusados: 1 },
    });
    expect(body.data.problemas).toEqual([
      {
        linha: 4,
        coluna: 'Horário',
        problema: expect.stringMatching(
          /^O cliente já tem a agenda \d+ neste horário\. Marcar mesmo assim\?$/,
        ),
      },
    ]);
    expect(await agendaCount()).toBe(before);
    await post('agendas-supervisor/importar', { idLote: body.data.id });
    expect(await agendaCount()).toBe(before + 1);
  });

  it('writes each contact once when two people import the same contacts at once', async () => {
    const linhas = Array.from({ length: 40 }, (_, index) => ({ ...line(index), hora: '18:45' }));
    const before = await agendaCount();
    const batches = [];
    for (const who of ['SUPERVISOR', 'ADMIN'] as const)
      batches.push((await post('agendas-supervisor/validar', { linhas }, who)).body.data.id);
    await Promise.all([
      post('agendas-supervisor/importar', { idLote: batches[0] }),
      post('agendas-supervisor/importar', { idLote: batches[1] }, 'ADMIN'),
    ]);
    expect(await agendaCount()).toBe(before + 40);
  });

  it('validates again before writing: customers not to be contacted by then are skipped', async () => {
    const { db } = server.deps;
    const far = { ...line(0), hora: '16:30' };
    const validated = await post('agendas-supervisor/validar', { linhas: [far] });
    await db
      .update(customers)
      .set({ doNotContact: true })
      .where(eq(customers.id, ids[0] ?? 0));
    const done = await post('agendas-supervisor/importar', { idLote: validated.body.data.id });
    await db
      .update(customers)
      .set({ doNotContact: false })
      .where(eq(customers.id, ids[0] ?? 0));
    expect(done.body.data.contagens).toMatchObject({ criados: 0, recusados: 1 });
    expect(done.body.data.problemas[0].problema).toBe(
      'Cliente: O cliente pediu para não ser contatado. Marcar mesmo assim?',
    );
  });

  it('of own agendas accepts no collaborator, and assigns them to the person', async () => {
    const { colaborador: _, ...own } = { ...line(5), hora: '14:14' };
    const { body } = await post('agendas/validar', { linhas: [own] }, 'OPERADOR');
    expect(body.data.contagens).toMatchObject({ criados: 1, recusados: 0 });
    await post('agendas/importar', { idLote: body.data.id }, 'OPERADOR');
    const [made] = await server.deps.db.select().from(agendas).orderBy(desc(agendas.id)).limit(1);
    expect(made).toMatchObject({ personId: persons.people.OPERADOR, subject: own.assunto });
    expect((await post('agendas/validar', { linhas: [line(6)] }, 'OPERADOR')).body.data.problemas).toEqual([
      { linha: 1, coluna: null, problema: 'O campo colaborador não é desta importação.' },
    ]);
  });

  it('accepts the rows of an outside system once by their id', async () => {
    const agenda = { ...line(1), hora: '17:00', id_externo: 'ERP-1' };
    const first = await post('agendas-supervisor/importar/externas', {
      agendas: [agenda, { ...agenda, id_externo: 'ERP-2', cliente: '0' }],
    });
    const second = await post('agendas-supervisor/importar/externas', { agendas: [agenda] });
    expect(first.body.data).toMatchObject({ criadas: 1, recusadas: 1 });
    expect(second.body.data).toMatchObject({ criadas: 0, repetidas: 1 });
    expect(second.body.data.itens[0].id).toBe(first.body.data.itens[0].id);
  });
});
