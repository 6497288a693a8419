import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { grantsOf } from '#contract/permissions.ts';
import type { TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import { files, invoices, invoiceTitles, representatives, roles } from '#server/db/tables/index.ts';
import {
  picture,
  type ReturnsFixture,
  returnsFixture,
  sendForm,
  setParameter,
  uploaded,
} from '../../returnsFixture.ts';
import { type As, create, goodItem, goodQuestion, goodReturn, refusedErrors } from './newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

const errorsOf = (body: object, as?: As) => refusedErrors(fixture, body, as);

describe('validation of each wizard step', () => {
  const returning = (change: Partial<TicketInput>) => errorsOf(goodReturn(fixture, change));
  const asking = (change: Partial<TicketInput>) => errorsOf(goodQuestion(fixture, change));

  it.each([
    [
      'no type',
      { idTipo: null, tipo: null, menu: null, motivo1: null, motivo2: null, itens: [] },
      { tipo: 'Escolha o tipo da solicitação.' },
    ],
    ['a type with the key of another', { tipo: 'TROCA' }, { tipo: 'Escolha o tipo da solicitação.' }],
    ['a type of another menu', { menu: 'DUVIDA' }, { menu: 'Este tipo é de outro menu. Escolha de novo.' }],
    ['a mandatory level that is empty', { motivo2: null }, { motivo2: 'Escolha o submotivo.' }],
    [
      'a reason that is not a child of the one above',
      { motivo2: 1013 },
      { motivo2: 'Este motivo não está mais disponível. Escolha outro.' },
    ],
    ['no origin', { origem: null }, { origem: 'Escolha a origem.' }],
    ['an unknown origin', { origem: 'LUA' }, { origem: 'Escolha a origem.' }],
    ['no branch', { idFil: null }, { idFil: 'Escolha a filial.' }],
    ['no item where one is required', { itens: [] }, { itens: 'Adicione pelo menos um item.' }],
    [
      'data that the type has no step for',
      { notas: ['3'.repeat(44)] },
      expect.objectContaining({ notas: 'Este tipo de solicitação não usa notas fiscais.' }),
    ],
  ])('rejects %s', async (_what, change, errors) => {
    expect(await returning(change as Partial<TicketInput>)).toEqual(errors);
  });

  it('requires customer, branch, message, subject and carrier, and limits photos', async () => {
    expect(await asking({ idCli: null, idFil: null })).toEqual({
      idCli: 'Escolha o cliente.',
      idFil: 'Escolha a filial.',
    });
    expect(await asking({ mensagem: '\n\t ' })).toEqual({ mensagem: 'Escreva a mensagem.' });
    expect(await asking({ idTipo: 10, tipo: 'ATENDIMENTO', motivo1: 1086 })).toEqual({
      assunto: 'Informe o assunto.',
    });
    expect(
      await returning({
        idTipo: 5,
        tipo: 'AVARIA_TRANSPORTE',
        menu: 'RECLAMACAO',
        mensagem: 'a',
        motivo1: 1046,
        motivo2: 1047,
        motivo3: 1048,
        motivo4: 1049,
      }),
    ).toEqual({ transportadora_id: 'Escolha a transportadora.' });
    expect(await asking({ transportadora_id: fixture.carrier.inactive })).toEqual({
      transportadora_id: 'Transportadora não encontrada.',
    });
    const six = [1, 2, 3, 4, 5, 6, 7].map(() => ({
      id: crypto.randomUUID(),
      nome: 'a',
      mime: 'b',
      tamanho: 1,
    }));
    expect(await asking({ arquivos: six })).toEqual({ arquivos: 'Informe no máximo 6.' });
  });

  it('requires a complete extension with people who exist', async () => {
    const extension: TicketInput = {
      origem: 'SAC',
      idTipo: 3,
      tipo: 'PRORROGACAO',
      motivo1: 1034,
      motivo2: 1035,
      idCli: fixture.customerIds.first,
      idFil: fixture.branchIds[0],
      notas: [fixture.key.first],
    };
    expect(Object.keys(await errorsOf({ ...extension, notas: [] }))).toEqual([
      'notas',
      'responsavel_prorrogacao',
      'responsavel_prorrogacao_id',
      'dias_atraso_prorrogacao',
    ]);
    const late = { responsavel_prorrogacao: 'REPRESENTANTE', dias_atraso_prorrogacao: 366 } as const;
    expect(await errorsOf({ ...extension, ...late, responsavel_prorrogacao_id: 999_999 })).toEqual({
      responsavel_prorrogacao_id: 'Representante não encontrado.',
      dias_atraso_prorrogacao: 'Informe de 1 a 365 dias de atraso.',
    });
    const notes = [fixture.key.second, fixture.key.old, fixture.key.first, fixture.key.first];
    const right = {
      ...late,
      dias_atraso_prorrogacao: 3,
      responsavel_prorrogacao_id: fixture.representativeId,
    };
    expect(await errorsOf({ ...extension, ...right, notas: notes })).toEqual({
      'notas.0': 'Nota fiscal não encontrada.',
      'notas.1': 'O prazo desta nota terminou.',
      'notas.3': 'Esta nota já foi adicionada.',
    });
    const { db } = fixture.server.deps;
    const [invoice] = await db.select().from(invoices).where(eq(invoices.key, fixture.key.first));
    const ofFirst = eq(invoiceTitles.invoiceId, invoice?.id ?? 0);
    const open = await db
      .update(invoiceTitles)
      .set({ paidOn: '2026-01-02' })
      .where(and(ofFirst, isNull(invoiceTitles.paidOn)))
      .returning();
    expect(await errorsOf({ ...extension, ...right })).toEqual({
      'notas.0': 'Esta nota não tem título em aberto: não há o que prorrogar.',
    });
    await db
      .update(invoiceTitles)
      .set({ paidOn: null })
      .where(
        inArray(
          invoiceTitles.id,
          open.map(({ id }) => id),
        ),
      );
  });

  it('rejects a representative whom the look-up does not offer', async () => {
    const { db } = fixture.server.deps;
    const [colleague] = await db.insert(representatives).values({ name: 'Rita Lemos' }).returning();
    const [gone] = await db.insert(representatives).values({ name: 'Saiu', active: false }).returning();
    const extension: TicketInput = {
      origem: 'SAC',
      idTipo: 3,
      tipo: 'PRORROGACAO',
      motivo1: 1034,
      motivo2: 1035,
      idCli: fixture.customerIds.first,
      idFil: fixture.branchIds[0],
      notas: [fixture.key.first],
      responsavel_prorrogacao: 'REPRESENTANTE',
      dias_atraso_prorrogacao: 3,
    };
    const naming = (id = 0) => ({ ...extension, responsavel_prorrogacao_id: id });
    const unknown = { responsavel_prorrogacao_id: 'Representante não encontrado.' };
    expect(await refusedErrors(fixture, naming(colleague?.id), 'REPRESENTANTE')).toEqual(unknown);
    expect(await refusedErrors(fixture, naming(gone?.id), 'OPERADOR')).toEqual(unknown);
    for (const [id, as] of [
      [fixture.representativeId, 'REPRESENTANTE'],
      [colleague?.id, 'OPERADOR'],
    ] as const)
      expect((await create(fixture, naming(id), { as })).status).toBe(200);
  });
});

describe('new ticket with data of somebody else', () => {
  it('gets the same error for a customer or branch out of scope as for an unknown one', async () => {
    const { second } = fixture.customerIds;
    const [here, there] = fixture.branchIds;
    const unknown = await errorsOf(goodReturn(fixture, { idCli: 999_999 }));
    expect(unknown).toEqual({ idCli: 'Cliente não encontrado.' });
    expect(await errorsOf(goodReturn(fixture, { idCli: second, idFil: there }))).toEqual(unknown);
    expect(await errorsOf(goodReturn(fixture, { idCli: second, idFil: there }), 'REPRESENTANTE')).toEqual(
      unknown,
    );
    const branch = { idFil: 'Filial não encontrada.' };
    expect(await errorsOf(goodReturn(fixture, { idFil: there }))).toEqual(branch);
    expect(await errorsOf(goodReturn(fixture, { idFil: 999_999 }))).toEqual(branch);
    expect(await errorsOf(goodReturn(fixture, { idCli: second, idFil: here }), 'ADMIN')).toEqual({
      idFil: 'Esta filial não atende o cliente.',
    });
  });

  it('is refused to a consumer for another customer, another CPF or a type for staff', async () => {
    const { first } = fixture.customerIds;
    expect(await errorsOf(goodQuestion(fixture, { idCli: first }), 'CONSUMIDOR_FINAL')).toEqual({
      idCli: 'Cliente não encontrado.',
    });
    const own = goodQuestion(fixture, { idCli: null, idFil: null });
    const form = { nome: 'Clara Souza', email: 'c@d.com.br', telefone: '', data_nascimento: '' };
    expect(
      await errorsOf(
        { ...own, consumidorFinal: { ...form, documento: '529.982.247-25' } },
        'CONSUMIDOR_FINAL',
      ),
    ).toEqual({ 'consumidorFinal.documento': 'Informe o seu próprio CPF.' });
    expect(
      await errorsOf(
        { ...goodReturn(fixture), idCli: null, idFil: null, consumidorFinal: { ...form, documento: '' } },
        'CONSUMIDOR_FINAL',
      ),
    ).toMatchObject({ tipo: 'Escolha o tipo da solicitação.' });
  });

  it('treats a file of somebody else as unknown and rejects using an own file twice', async () => {
    const foreign = await uploaded(fixture, fixture.tokens.VENDEDOR);
    const mine = await uploaded(fixture, fixture.tokens.OPERADOR);
    expect(await errorsOf(goodQuestion(fixture, { arquivos: [foreign] }))).toEqual({
      'arquivos.0': 'Arquivo não encontrado. Envie-o de novo.',
    });
    const unknown = { ...foreign, id: crypto.randomUUID() };
    expect(await errorsOf(goodQuestion(fixture, { arquivos: [unknown] }))).toEqual({
      'arquivos.0': 'Arquivo não encontrado. Envie-o de novo.',
    });
    expect(await errorsOf(goodQuestion(fixture, { arquivos: [mine, mine] }))).toEqual({
      'arquivos.1': 'Este arquivo já foi anexado.',
    });
  });

  it('counts the stored file sizes, not those in the body', async () => {
    await setParameter(fixture, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 0.0005);
    try {
      const two = [
        await uploaded(fixture, fixture.tokens.OPERADOR, 31),
        await uploaded(fixture, fixture.tokens.OPERADOR, 32),
      ];
      const arquivos = two.map((file) => ({ ...file, tamanho: 1 }));
      expect(await errorsOf(goodQuestion(fixture, { arquivos }))).toEqual({
        arquivos: expect.stringMatching(/^Atenção: Você excedeu o limite de/),
      });
    } finally {
      await setParameter(fixture, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 25);
    }
  });
});

describe('body of POST /sac/tickets', () => {
  it.each([
    ['status', { status: 'FINALIZADO' }],
    ['etapa', { etapa: 'FINANCEIRO' }],
    ['criador', { criador: 1 }],
  ])('is rejected with the unknown key %s', async (key, extra) => {
    expect(await errorsOf({ ...goodReturn(fixture), ...extra })).toEqual({
      [key]: 'Campo desconhecido: retire-o e envie de novo.',
    });
  });

  it('is rejected with an unknown key in an item, and unread when it is too large', async () => {
    const itens = [{ ...goodItem(fixture), qtd_autorizada: '1' }];
    expect(await errorsOf({ ...goodReturn(fixture), itens })).toEqual({
      'itens.0.qtd_autorizada': 'Campo desconhecido: retire-o e envie de novo.',
    });
    const huge = await create(fixture, goodQuestion(fixture, { mensagem: 'x'.repeat(2_000_000) }));
    expect([huge.status, huge.body.code]).toEqual([413, 'CORPO_GRANDE']);
    const form = await sendForm(fixture, '/sac/tickets', fixture.tokens.OPERADOR, [
      ['mensagem', 'x'.repeat(2_000_000)],
    ]);
    expect([form.status, form.body.code]).toEqual([413, 'CORPO_GRANDE']);
  });

  it('is validated without control characters in any text', async () => {
    const strange = '\u0000\u0007\ud800';
    expect(
      await errorsOf(
        goodQuestion(fixture, {
          origem: `LUA${strange}`,
          tipo: `DUVIDA_PRODUTO${strange}`,
          mensagem: strange,
          consumidorFinal: null,
        }),
      ),
    ).toEqual({ origem: 'Escolha a origem.', mensagem: 'Escreva a mensagem.' });
  });

  it('leaves only unlinked files for the sweep when a form is rejected', async () => {
    const { db } = fixture.server.deps;
    const unlinked = () => db.$count(files, isNull(files.linkedAt));
    const before = await unlinked();
    const answer = await sendForm(fixture, '/sac/tickets', fixture.tokens.OPERADOR, [
      ['origem', 'SAC'],
      ['itens[0][produto_id]', 'abc'],
      ['arquivos[]', [await picture(77), 'a.jpg']],
    ]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors['itens.0.produto_id']).toBe('Informe um número inteiro.');
    expect(await unlinked()).toBe(before + 1);
  });

  it('is not validated without a session (401) or without the permission (403)', async () => {
    expect((await fixture.server.call('POST', '/sac/tickets', { body: goodReturn(fixture) })).status).toBe(
      401,
    );
    await fixture.server.deps.db.update(roles).set({ grants: grantsOf(['SAC_TICKETS']) });
    expect((await create(fixture, goodReturn(fixture))).status).toBe(403);
  });
});
