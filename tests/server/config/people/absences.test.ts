import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, asc, eq } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import {
  auditLog,
  notices,
  people,
  personAbsences,
  personSkills,
  skills,
  tickets,
} from '#server/db/tables/index.ts';
import { presentFor } from '#server/session/absences.ts';
import { type TicketFixture, ticketFixture } from '../../sac/tickets/ticketFixture.ts';

type Who = 'ADMIN' | 'SUPERVISOR' | 'OPERADOR' | 'VENDEDOR' | 'REPRESENTANTE' | 'CONSUMIDOR_FINAL';

let fixture: TicketFixture;
let today: string;
beforeAll(async () => {
  fixture = await ticketFixture();
  today = localDate(fixture.server.deps.now(), 'America/Sao_Paulo');
});
afterAll(() => fixture?.server.close());
beforeEach(() => db().delete(personAbsences));

const db = () => fixture.server.deps.db;
const as = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  fixture.server.call(method, `/config/${path}`, { token: fixture.tokens[who], ...(body && { body }) });
const days = (from: number, until: number, part: object = {}) => ({
  de: addDays(today, from),
  ate: addDays(today, until),
  ...part,
});
const of = (who: Who) => `pessoas/${fixture.people[who]}/ausencias`;
const away = async (who: Who, from = 0, until = 3, part: object = {}) =>
  (await as('ADMIN', 'POST', of(who), days(from, until, part))).body;

describe('the absence of a person', () => {
  it('is entered by whoever keeps the accounts, for people of the company only', async () => {
    for (const who of ['OPERADOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL', 'SUPERVISOR'] as const) {
      expect((await as(who, 'GET', of('OPERADOR'))).status).toBe(403);
      expect((await as(who, 'POST', of('OPERADOR'), days(0, 3))).status).toBe(403);
    }
    for (const who of ['REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)
      expect((await as('ADMIN', 'POST', of(who), days(0, 3))).status).toBe(404);
    expect(await db().$count(personAbsences)).toBe(0);
    expect((await as('ADMIN', 'POST', of('OPERADOR'), days(0, 3))).status).toBe(200);
    const { body } = await as('ADMIN', 'GET', of('OPERADOR'));
    expect(body).toMatchObject([{ ...days(0, 3), substituto: null, versao: 1 }]);
    // Another person's absence is not found below this one.
    const foreign = `${of('SUPERVISOR')}/${body[0].id}`;
    expect((await as('ADMIN', 'PUT', foreign, { ...days(1, 2), versao: 1 })).status).toBe(404);
    expect((await as('ADMIN', 'DELETE', foreign)).status).toBe(404);
  });
  it('is entered by people of the company themselves, and touches nobody else’s', async () => {
    for (const who of ['REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const) {
      expect((await as(who, 'POST', 'minhas-ausencias', days(0, 3))).status).toBe(404);
      expect((await as(who, 'GET', 'minhas-ausencias')).body).toEqual([]);
    }
    const { id } = (await as('OPERADOR', 'POST', 'minhas-ausencias', days(0, 3))).body;
    expect((await as('SUPERVISOR', 'GET', 'minhas-ausencias')).body).toEqual([]);
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await as('SUPERVISOR', method, `minhas-ausencias/${id}`, days(0, 1));
      expect(answer.status).toBe(404);
    }
    expect((await as('OPERADOR', 'PUT', `minhas-ausencias/${id}`, { ...days(0, 5), versao: 9 })).status).toBe(
      409,
    );
    expect((await as('OPERADOR', 'PUT', `minhas-ausencias/${id}`, { ...days(0, 5), versao: 1 })).status).toBe(
      200,
    );
    expect((await as('OPERADOR', 'DELETE', `minhas-ausencias/${id}`)).status).toBe(200);
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'person_absences'), eq(auditLog.entityId, String(id))))
      .orderBy(asc(auditLog.id));
    expect(entries.map(({ action }) => action)).toEqual(['CRIAR', 'ALTERAR', 'EXCLUIR']);
  });
  it.each([
    ['days in the wrong order', [3, 1], { ate: 'O último dia vem antes do primeiro.' }],
    ['one that is over', [-5, -1], { ate: 'Esta ausência já passou.' }],
    ['more than a year', [0, 400], { ate: 'Uma ausência dura no máximo um ano.' }],
  ] as const)('is refused at its field: %s', async (_, [from, until], errors) => {
    expect((await as('ADMIN', 'POST', of('OPERADOR'), days(from, until))).body.errors).toEqual(errors);
  });
  it('has no day that the pattern allows and the calendar does not', async () => {
    const answer = await as('ADMIN', 'POST', of('OPERADOR'), { de: '2026-02-30', ate: '2026-03-40' });
    expect(answer.status).toBe(422);
  });
  it('overlaps no other of the person, also when both come at once', async () => {
    const answers = await Promise.all(
      [0, 1, 2, 3].map((shift) => as('ADMIN', 'POST', of('OPERADOR'), days(shift, shift + 3))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await db().$count(personAbsences)).toBe(1);
    expect((await as('ADMIN', 'POST', of('OPERADOR'), days(20, 21))).status).toBe(200);
  });
  it('names a substitute whom the writer knows, and tells both', async () => {
    const { OPERADOR, SUPERVISOR, CONSUMIDOR_FINAL } = fixture.people;
    for (const [idSubstituto, text] of [
      [OPERADOR, 'Escolha outra pessoa.'],
      [CONSUMIDOR_FINAL, 'Pessoa não encontrada.'],
    ] as const)
      expect((await as('ADMIN', 'POST', of('OPERADOR'), days(0, 3, { idSubstituto }))).body.errors).toEqual({
        idSubstituto: text,
      });
    await db().delete(notices);
    const { id } = await away('OPERADOR', 0, 3, { idSubstituto: SUPERVISOR });
    const told = await db().select().from(notices).orderBy(asc(notices.personId));
    expect(told.map(({ personId, title }) => [personId, title]).sort()).toEqual(
      [
        [OPERADOR, expect.stringContaining('Sua ausência')],
        [SUPERVISOR, expect.stringContaining('Você substitui')],
      ].sort(),
    );
    // Nothing changed for either.
    await as('ADMIN', 'PUT', `${of('OPERADOR')}/${id}`, { ...days(0, 3), versao: 1 });
    expect(await db().$count(notices)).toBe(2);
    expect((await as('ADMIN', 'GET', of('OPERADOR'))).body[0].substituto.id).toBe(SUPERVISOR);
  });
  it('tells the former substitute, and lets one who has left stay', async () => {
    const { OPERADOR, SUPERVISOR, VENDEDOR } = fixture.people;
    const { id } = await away('OPERADOR', 0, 3, { idSubstituto: SUPERVISOR });
    await db().delete(notices);
    const change = (part: object, versao: number) =>
      as('ADMIN', 'PUT', `${of('OPERADOR')}/${id}`, { ...days(0, 3), ...part, versao });
    expect((await change({ idSubstituto: VENDEDOR }, 1)).status).toBe(200);
    const told = async () =>
      (await db().select().from(notices).orderBy(asc(notices.id)))
        .map(({ personId, title }) => `${personId} ${title}`)
        .sort();
    const name = 'Pessoa operador';
    const changed = [`${VENDEDOR} Você substitui ${name}`, `${SUPERVISOR} Você não substitui mais ${name}`];
    expect(await told()).toEqual(changed.sort());
    const setActive = (active: boolean) => db().update(people).set({ active }).where(eq(people.id, VENDEDOR));
    await setActive(false);
    expect((await change({ ate: addDays(today, 4), idSubstituto: VENDEDOR }, 2)).status).toBe(200);
    await setActive(true);
    await db().delete(notices);
    expect((await as('ADMIN', 'DELETE', `${of('OPERADOR')}/${id}?versao=2`)).status).toBe(409);
    expect((await as('ADMIN', 'DELETE', `${of('OPERADOR')}/${id}?versao=3`)).status).toBe(200);
    const written = await told();
    expect(written).toHaveLength(2);
    expect(written).toContain(`${VENDEDOR} Você não substitui mais ${name}`);
    expect(written.join()).toContain(`${OPERADOR} Sua ausência`);
  });
  it('is shown and found in the list, from its first day to its last', async () => {
    await away('OPERADOR', 0, 2);
    await away('SUPERVISOR', 5, 6);
    const found = async (ausente: boolean) =>
      (await as('ADMIN', 'GET', `pessoas?filter=${JSON.stringify({ ausente })}`)).body.map(
        ({ id }: { id: number }) => id,
      );
    expect(await found(true)).toEqual([fixture.people.OPERADOR]);
    expect(await found(false)).not.toContain(fixture.people.OPERADOR);
    const shown = (await as('ADMIN', 'GET', `pessoas/${fixture.people.OPERADOR}`)).body.ausenteAte;
    expect(shown).toBe(addDays(today, 2));
    // One that is over is as if it had not been.
    const { SUPERVISOR } = fixture.people;
    await db().delete(personAbsences);
    await db()
      .insert(personAbsences)
      .values({ personId: SUPERVISOR, fromDay: addDays(today, -5), untilDay: addDays(today, -1) });
    expect(await found(true)).toEqual([]);
  });
});

describe('a ticket for somebody who is away', () => {
  const run = async (who: Who, acao: string, id: number, dados: object) =>
    (
      await fixture.server.call('POST', `/sac/tickets/lote/${acao}`, {
        token: fixture.tokens[who],
        body: { ids: [id], dados },
      })
    ).body.data;
  const operatorOf = async (id: number) =>
    (await db().select({ who: tickets.operatorId }).from(tickets).where(eq(tickets.id, id)))[0]?.who;

  it('is asked about first, at every door, with the substitute named', async () => {
    const { OPERADOR, SUPERVISOR } = fixture.people;
    await away('OPERADOR', 0, 3, { idSubstituto: SUPERVISOR });
    const id = await fixture.addTicket();
    const asked = await run('ADMIN', 'atribuir', id, { operador: OPERADOR });
    expect(asked.falhas).toMatchObject([{ id, codigo: 'PESSOA_AUSENTE' }]);
    expect(asked.falhas[0].mensagem).toMatch(/ausente até .*quem substitui é/);
    expect(await operatorOf(id)).toBeNull();
    const [sector] = fixture.sectorIds;
    await db()
      .update(people)
      .set({ sectorId: sector ?? 0 })
      .where(eq(people.id, OPERADOR));
    const body = {
      tipo: 'ENCAMINHAMENTO',
      mensagem: '<p>Veja.</p>',
      setor: sector,
      colaborador_id: OPERADOR,
    };
    const post = (part: object = {}) =>
      fixture.server.call('POST', `/sac/tickets/${id}/historico`, {
        token: fixture.tokens.ADMIN,
        body: { ...body, ...part },
      });
    const forwarded = await post();
    expect([forwarded.status, forwarded.body.code]).toEqual([422, 'PESSOA_AUSENTE']);
    expect(
      (await run('ADMIN', 'encaminhar', id, { setor: sector, colaborador_id: OPERADOR, mensagem: 'x' }))
        .falhas,
    ).toMatchObject([{ codigo: 'PESSOA_AUSENTE' }]);
    expect(await operatorOf(id)).toBeNull();
    expect((await post({ confirmar: true })).status).toBe(200);
    expect(await operatorOf(id)).toBe(OPERADOR);
  });
  it('goes without a question to oneself, and before and after the absence', async () => {
    const id = await fixture.addTicket();
    await away('OPERADOR', 1, 2);
    expect((await run('ADMIN', 'atribuir', id, { operador: fixture.people.OPERADOR })).sucesso).toEqual([id]);
    await away('SUPERVISOR', 0, 2);
    const own = await fixture.addTicket();
    expect(
      (await run('SUPERVISOR', 'atribuir', own, { operador: fixture.people.SUPERVISOR })).sucesso,
    ).toEqual([own]);
  });
  it('is one question where it is also taken from a colleague', async () => {
    const { OPERADOR, SUPERVISOR } = fixture.people;
    const id = await fixture.addTicket({ operatorId: SUPERVISOR, status: 'EM_ATENDIMENTO' });
    await away('OPERADOR');
    const { falhas } = await run('ADMIN', 'atribuir', id, { operador: OPERADOR });
    expect(falhas).toMatchObject([{ codigo: 'TICKET_DE_COLEGA' }]);
    expect(falhas[0].mensagem).toMatch(/Este ticket está com .*ausente até/);
    expect((await run('ADMIN', 'atribuir', id, { operador: OPERADOR, confirmar: true })).sucesso).toEqual([
      id,
    ]);
  });
  it('is said where people are chosen', async () => {
    await away('OPERADOR', 0, 3);
    const { body } = await fixture.server.call('GET', '/sac/consultas/atendentes', {
      token: fixture.tokens.ADMIN,
    });
    const one = body.find(({ id }: { id: number }) => id === fixture.people.OPERADOR);
    expect(one.ausenteAte).toBe(addDays(today, 3));
  });
});

describe('substitutes', () => {
  const chain = (...pairs: [number, number | null][]) =>
    new Map(
      pairs.map(([id, to]) => [
        id,
        { until: '2026-01-01', substitute: to === null ? null : { id: to, nome: '' } },
      ]),
    );
  it.each([
    ['the person, who is there', chain(), 1, 1],
    ['the substitute', chain([1, 2]), 1, 2],
    ['the substitute of the substitute', chain([1, 2], [2, 3]), 1, 3],
    ['nobody, where none is named', chain([1, null]), 1, null],
    ['nobody, where they lead back', chain([1, 2], [2, 1]), 1, null],
  ])('are %s', (_, absences, who, to) => {
    expect(presentFor(absences, who)).toBe(to);
  });
});

describe('skills', () => {
  it('are kept in the person’s record, audited, found, and only those that exist', async () => {
    const [fiscal] = await db().insert(skills).values({ name: 'Fiscal' }).returning();
    const id = fixture.people.OPERADOR;
    const person = (await as('ADMIN', 'GET', `pessoas/${id}`)).body;
    const change = (habilidades?: number[]) =>
      as('ADMIN', 'PUT', `pessoas/${id}`, {
        nome: person.nome,
        email: person.email,
        telefone: '',
        dtNasc: null,
        tipo: person.tipo,
        idPerfil: person.perfil.id,
        idSetor: person.setor?.id ?? null,
        filiais: person.filiais.map((one: { id: number }) => one.id),
        idRepresentante: null,
        ...(habilidades && { habilidades }),
        versao: person.versao,
      });
    expect((await change([999_999])).body.errors).toEqual({ habilidades: 'Habilidade não encontrada.' });
    expect((await change([fiscal?.id ?? 0])).status).toBe(200);
    person.versao += 1;
    // A client that does not know them leaves them alone.
    expect((await change()).status).toBe(200);
    expect((await as('ADMIN', 'GET', `pessoas/${id}`)).body.habilidades).toEqual([
      { id: fiscal?.id, nome: 'Fiscal' },
    ]);
    const found = await as('ADMIN', 'GET', `pessoas?filter=${JSON.stringify({ idHabilidade: fiscal?.id })}`);
    expect(found.body.map((one: { id: number }) => one.id)).toEqual([id]);
    expect(await db().$count(personSkills)).toBe(1);
  });
});
