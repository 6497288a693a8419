import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DataProvider, fetchUtils, type RaRecord } from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import { catalogue } from '#contract/index.ts';
import type { Routes } from '#contract/route.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import {
  outboxEmails,
  products,
  receivedEmails,
  webhookDeliveries,
  webhooks,
} from '#server/db/tables/index.ts';
import { testCpf } from '../../support/people.ts';
import { KEY, type ReportFixture, reportFixture } from '../sac/reportDesk/reportFixture.ts';

let fixture: ReportFixture;
/** The unmodified package with only a session in its headers, as any react-admin application would use it. */
let provider: DataProvider;

beforeAll(async () => {
  fixture = await reportFixture();
  const { app, deps } = fixture.server;
  await deps.db
    .insert(products)
    .values({ code: 'P1', description: 'Café', brand: 'Serra', salesClass: 'Mercearia', price: '10.5' });
  await deps.db.insert(outboxEmails).values(
    ['ana', 'bia', 'caio'].map((name) => ({
      toAddress: `${name}@exemplo.com.br`,
      subject: name,
      bodyText: 'Olá.',
    })),
  );
  await deps.db.insert(receivedEmails).values(
    ['ana', 'bia', 'caio'].map((name) => ({
      ...{ messageId: `<${name}@exemplo.com.br>`, state: 'ESPERA' as const, subject: name },
      fromAddress: `${name}@exemplo.com.br`,
    })),
  );
  const [webhook] = await deps.db
    .insert(webhooks)
    .values({
      ...{ name: 'ERP', url: 'https://exemplo.com.br', types: ['tickets'], secret: 'whsec_' },
      ...{ active: false, position: 0, mark: 0, createdById: fixture.people.ADMIN },
    })
    .returning();
  await deps.db.insert(webhookDeliveries).values(
    ['a', 'b', 'c'].map((messageId) => ({
      ...{ webhookId: webhook?.id ?? 0, messageId, event: 'tickets.criado', body: '{}' },
    })),
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  provider = simpleRest(`${address}/config`, (url, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('App', 'teste');
    headers.set('Authorization', `Bearer ${fixture.tokens.ADMIN}`);
    return fetchUtils.fetchJson(url, { ...options, headers });
  });
});
afterAll(() => fixture?.server.close());

interface Sample {
  /** Request body for the nth record. */
  create?: (n: number) => object;
  /** What an update changes in a record that is otherwise sent back unchanged. */
  change?: (record: RaRecord) => object;
  removes?: boolean;
}

const later = (days: number) => addDays('2026-11-01', days);
const names = ['Um', 'Dois', 'Três'];

/** All resources of the dialect; a test checks the catalogue for missing ones. */
const samples: Record<string, Sample> = {
  artigos: {
    create: (n) => ({
      titulo: `Artigo ${names[n]}`,
      conteudo: '<p>Texto</p>',
      tipo: '',
      paraConsumidores: n > 0,
    }),
    change: () => ({ titulo: 'Nome Mudado' }),
    removes: true,
  },
  'avisos-publicados': {
    create: (n) => ({ titulo: `Aviso ${names[n]}`, conteudo: '<p>Texto</p>', publico: 'TODOS' }),
    change: () => ({ titulo: 'Nome Mudado' }),
    removes: true,
  },
  respostas: {
    create: (n) => ({ titulo: `Resposta ${names[n]}`, html: '<p>Olá</p>' }),
    change: () => ({ titulo: 'Nome Mudado' }),
    removes: true,
  },
  auditoria: {},
  emails: {},
  'emails-recebidos': {},
  webhooks: {
    create: (n) => ({
      nome: `Webhook ${names[n]}`,
      url: `https://exemplo.com.br/${n}`,
      tipos: ['tickets'],
      filiais: [],
      semChave: null,
    }),
    removes: true,
  },
  entregas: {},
  chaves: {
    create: (n) => ({
      nome: `Chave ${names[n]}`,
      escopos: [{ tipo: 'produtos', verbos: ['LER'] }],
      filiais: [],
      enderecos: [],
      validade: null,
    }),
  },
  perfis: {
    create: (n) => ({ nome: `Perfil ${names[n]}`, idPerfil: 1 }),
    change: () => ({ nome: 'Nome Mudado', permissoes: ['SAC_TICKETS'] }),
    removes: true,
  },
  pessoas: {
    create: (n) => ({
      cpf: testCpf(600 + n),
      nome: `Pessoa ${names[n]}`,
      email: `p${n}@exemplo.com.br`,
      telefone: '',
      dtNasc: null,
      tipo: 'GERENTE',
      idPerfil: 1,
      idSetor: null,
      filiais: [],
      idRepresentante: null,
    }),
    change: ({ perfil }) => ({
      nome: 'Nome Mudado',
      idPerfil: perfil.id,
      idSetor: null,
      filiais: [],
      idRepresentante: null,
    }),
  },
  quadros: {
    create: (n) => ({
      nome: `Quadro ${names[n]}`,
      descricao: '',
      ativo: true,
      etapas: [{ nome: 'Todos', cor: 'aviso', regra: {} }],
    }),
    change: () => ({ nome: 'Nome Mudado' }),
    removes: true,
  },
  banners: {
    create: (n) => ({
      titulo: `Banner ${names[n]}`,
      texto: '',
      abre: { tipo: 'NADA' },
      idFil: null,
      inicio: later(0),
      fim: later(9),
      ordem: 9 - n,
      ativo: true,
    }),
    change: () => ({ titulo: 'Nome Mudado' }),
    removes: true,
  },
  vitrines: {
    create: (n) => ({
      titulo: `Vitrine ${names[n]}`,
      subtitulo: '',
      produtos: { tipo: 'MARCA', valor: 'Serra' },
      abre: { tipo: 'NADA' },
      idFil: null,
      ordem: n,
      ativo: true,
    }),
    change: () => ({ titulo: 'Nome Mudado' }),
    removes: true,
  },
  visoes: {
    create: (n) => ({
      lista: 'tickets',
      nome: `Visão ${names[n]}`,
      equipe: false,
      conteudo: { filtros: [] },
    }),
    change: () => ({ nome: 'Nome Mudado' }),
    removes: true,
  },
  'relatorios-agendados': {
    create: (n) => ({
      relatorio: KEY,
      nome: `Envio ${names[n]}`,
      filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
      formato: 'XLSX',
      ritmo: { tipo: 'DIARIO', hora: '07:00', fuso: 'America/Sao_Paulo' },
      destinatarios: [fixture.people.SUPERVISOR],
      ativo: true,
    }),
    change: ({ destinatarios }) => ({
      nome: 'Nome Mudado',
      destinatarios: destinatarios.map(({ id }: { id: number }) => id),
    }),
    removes: true,
  },
};

it('every list that takes a filter as JSON is covered here', () => {
  const speaking = Object.values(catalogue as Record<string, Routes>)
    .flatMap((routes) => Object.values(routes))
    .filter((route) => route.method === 'GET' && 'filter' in (route.query?.properties ?? {}))
    .map(({ path }) => path.replace('/config/', ''));
  expect(Object.keys(samples).sort()).toEqual(speaking.sort());
});

const list = (resource: string, order: 'ASC' | 'DESC', page = 1, perPage = 100, filter = {}) =>
  provider.getList(resource, { pagination: { page, perPage }, sort: { field: 'id', order }, filter });
const idsOf = (records: RaRecord[]) => records.map(({ id }) => Number(id));

describe.each(Object.entries(samples))('%s', (resource, { create, change, removes }) => {
  const made: number[] = [];

  if (create) {
    it('returns the id of what it creates', async () => {
      for (const n of [0, 1, 2])
        made.push(Number((await provider.create(resource, { data: create(n) })).data.id));
      expect(made.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
      const { data } = await provider.getOne(resource, { id: made[0] as number });
      expect(data.id).toBe(made[0]);
    });
  }

  it('sorts by id in both directions, with pages and a total', async () => {
    const up = await list(resource, 'ASC');
    const down = await list(resource, 'DESC');
    expect(up.total).toBeGreaterThanOrEqual(3);
    expect(idsOf(up.data)).toEqual([...idsOf(up.data)].sort((a, b) => a - b));
    expect(idsOf(down.data)).toEqual([...idsOf(down.data)].sort((a, b) => b - a));
    const second = await list(resource, 'ASC', 2, 2);
    expect(idsOf(second.data)).toEqual(idsOf(up.data).slice(2, 4));
    expect(second.total).toBe(up.total);
  });

  it('finds records by their ids', async () => {
    const [first, , third] = idsOf((await list(resource, 'ASC')).data) as [number, number, number];
    const { data } = await provider.getMany(resource, { ids: [third, first] });
    expect(idsOf(data).sort((a, b) => a - b)).toEqual([first, third]);
    expect((await provider.getMany(resource, { ids: [2147483647] })).data).toEqual([]);
    expect((await list(resource, 'ASC', 1, 10, { id: first })).total).toBe(1);
  });

  it('rejects an unknown filter or sort', async () => {
    await expect(list(resource, 'ASC', 1, 10, { nada: 1 })).rejects.toMatchObject({ status: 422 });
    await expect(list(resource, 'ASC', 1, 10, { id: ['x'] })).rejects.toMatchObject({ status: 422 });
    await expect(
      provider.getList(resource, {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'nada', order: 'ASC' },
        filter: {},
      }),
    ).rejects.toMatchObject({ status: 422 });
  });

  if (change) {
    it('accepts a record as it was read, with one change', async () => {
      const id = made[1] as number;
      const { data: before } = await provider.getOne(resource, { id });
      const answer = await provider.update(resource, {
        id,
        data: { ...before, ...change(before) },
        previousData: before,
      });
      expect(answer.data.id).toBe(id);
      const { data: after } = await provider.getOne(resource, { id });
      expect(after.nome ?? after.titulo).toBe('Nome Mudado');
      expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
      await expect(
        provider.update(resource, { id, data: { ...after, ...change(after), nada: 1 }, previousData: after }),
      ).rejects.toMatchObject({ status: 422 });
    });
  }

  if (removes) {
    it('deletes a record, and then answers 404 for it', async () => {
      const id = made[2] as number;
      const { data: previousData } = await provider.getOne(resource, { id });
      expect((await provider.delete(resource, { id, previousData })).data.id).toBe(id);
      await expect(provider.getOne(resource, { id })).rejects.toMatchObject({ status: 404 });
    });
  }
});
