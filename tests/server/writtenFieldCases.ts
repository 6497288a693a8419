import { beforeAll, expect } from '@jest/globals';
import { catalogue } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { agendaReasons, products, sectors } from '#server/db/tables/index.ts';
import { fixture, generated, openPickups, waiting } from './sac/pickups/pickupFixture.ts';
import { KEY } from './sac/reportDesk/reportFixture.ts';

export type Json = Record<string, unknown>;

export interface Field {
  /** New value of the field. */
  to: unknown;
  /** Where the record shows it, if under another name or in another form. */
  read?: (record: Json) => unknown;
  /** What has to be sent along with it. */
  beside?: Json;
}

export interface Case {
  entity: string;
  make: () => Promise<number>;
  at: (id: number) => string;
  /** The fields that every update sends; a patch has none. */
  base?: Json;
  fields: Record<string, Field | string | number | boolean | object>;
}

let productId: number;
let sectorId: number;
let reasonId: number;
let serviceKeyId: number;

/** A company on which the simple writes of one file's tests are made. */
export function openWrites(): void {
  openPickups();
  beforeAll(async () => {
    const { db } = fixture.server.deps;
    const rows = await db
      .insert(products)
      .values([
        { code: 'WF1', description: 'Café', brand: 'Serra', salesClass: 'Mercearia', price: '10.5' },
        { code: 'WF2', description: 'Chá', brand: 'Vale', salesClass: 'Mercearia', price: '3.5' },
      ])
      .returning();
    productId = rows[0]?.id ?? 0;
    const [sector] = await db.insert(sectors).values({ key: 'ESCRITO', name: 'Setor escrito' }).returning();
    sectorId = sector?.id ?? 0;
    const [reason] = await db.insert(agendaReasons).values({ name: 'Feito' }).returning();
    reasonId = reason?.id ?? 0;
    serviceKeyId = await made('/config/chaves', serviceKey);
  });
}

export const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens.ADMIN, ...(body && { body }) });

async function made(url: string, body: object): Promise<number> {
  const answer = await call('POST', url, body);
  expect([url, answer.status, answer.body.errors ?? answer.body.error]).toEqual([url, 200, undefined]);
  return answer.body.data?.id ?? answer.body.id;
}

const article = { titulo: 'Um', conteudo: '<p>Um</p>', tipo: '', paraConsumidores: false };
const serviceKey = {
  nome: 'ERP',
  escopos: [{ tipo: 'produtos', verbos: ['LER'] }],
  filiais: [],
  enderecos: [],
  validade: null,
};
const notice = { titulo: 'Um', conteudo: '<p>Um</p>', publico: 'TODOS' };
const reply = { titulo: 'Um', html: '<p>Um</p>', idSetor: null };
const board = { nome: 'Um', descricao: '', ativo: true, etapas: [{ nome: 'A', cor: 'aviso', regra: {} }] };
const webhook = {
  nome: 'ERP',
  url: 'https://erp.exemplo.com.br/avisos',
  tipos: ['produtos'],
  filiais: [],
  semChave: null,
  dadosPessoais: false,
};
const banner = {
  titulo: 'Um',
  texto: '',
  abre: { tipo: 'NADA' },
  idFil: null,
  inicio: '2026-01-01',
  fim: '2026-12-31',
  ordem: 1,
  ativo: true,
};
const showcase = {
  titulo: 'Um',
  subtitulo: '',
  produtos: { tipo: 'MARCA', valor: 'Serra' },
  abre: { tipo: 'NADA' },
  idFil: null,
  ordem: 1,
  ativo: true,
};
const schedule = () => ({
  nome: 'Um',
  filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
  formato: 'XLSX',
  ritmo: { tipo: 'DIARIO', hora: '07:00', fuso: 'America/Sao_Paulo' },
  destinatarios: [fixture.people.ADMIN],
  ativo: true,
});
let minute = 10;
const rule = {
  clientes: { tags: ['CATEGORIA:Ouro'] },
  agenda: { tipo: 'A', assunto: 'Recuperar', hora: '09:00' },
  dias: 5,
  maximo: 10,
  respeitaDias: true,
  respeitaFrequencia: false,
};
const campaign = () => ({
  nome: 'Um',
  descricao: '',
  tipo: 'PONTOS',
  valor: '1',
  inicio: '2026-01-01',
  fim: '2026-12-31',
  quantidadeMinima: '1',
  ativa: true,
  produtos: [productId],
});
let count = 0;
/** A number for unique titles. */
const next = () => ++count;

/** The simple writes, each with a different value for every field of its body. */
export const cases: Record<string, { route: Route; of: () => Case }> = {
  articles: {
    route: catalogue.articles.update,
    of: () => ({
      entity: 'faq_articles',
      make: () => made('/config/artigos', article),
      at: (id) => `/config/artigos/${id}`,
      base: article,
      fields: { titulo: 'Dois', conteudo: '<p>Dois</p>', tipo: 'Frete', paraConsumidores: true },
    }),
  },
  publishedNotices: {
    route: catalogue.publishedNotices.update,
    of: () => ({
      entity: 'notices',
      make: () => made('/config/avisos-publicados', notice),
      at: (id) => `/config/avisos-publicados/${id}`,
      base: notice,
      fields: {
        titulo: 'Dois',
        conteudo: '<p>Dois</p>',
        publico: 'ADMIN',
        publicadoEm: '2026-12-24T12:00:00.000Z',
      },
    }),
  },
  cannedReplies: {
    route: catalogue.cannedReplies.update,
    of: () => ({
      entity: 'canned_replies',
      make: () => made('/config/respostas', { ...reply, titulo: `Um ${next()}` }),
      at: (id) => `/config/respostas/${id}`,
      base: { ...reply, titulo: `Um ${next()}` },
      fields: { titulo: 'Dois', html: '<p>Dois</p>', idSetor: sectorId },
    }),
  },
  followUpBoards: {
    route: catalogue.followUpBoards.update,
    of: () => ({
      entity: 'follow_up_types',
      make: () => made('/config/quadros', board),
      at: (id) => `/config/quadros/${id}`,
      base: board,
      fields: {
        nome: 'Dois',
        descricao: 'Para que serve',
        ativo: false,
        etapas: {
          to: [{ nome: 'B', cor: 'perigo', regra: { prospect: true } }],
          read: ({ etapas }) => (etapas as Json[]).map(({ nome, cor, regra }) => ({ nome, cor, regra })),
        },
      },
    }),
  },
  banners: {
    route: catalogue.banners.update,
    of: () => ({
      entity: 'banners',
      make: () => made('/config/banners', banner),
      at: (id) => `/config/banners/${id}`,
      base: banner,
      fields: {
        titulo: 'Dois',
        texto: 'Texto',
        abre: { to: { tipo: 'TELA', valor: '/pedidos' } },
        idFil: fixture.branchIds[0],
        inicio: '2026-02-01',
        fim: '2026-11-30',
        ordem: 7,
        ativo: false,
      },
    }),
  },
  showcases: {
    route: catalogue.showcases.update,
    of: () => ({
      entity: 'showcases',
      make: () => made('/config/vitrines', showcase),
      at: (id) => `/config/vitrines/${id}`,
      base: showcase,
      fields: {
        titulo: 'Dois',
        subtitulo: 'Texto',
        produtos: { to: { tipo: 'MARCA', valor: 'Vale' } },
        abre: { to: { tipo: 'TELA', valor: '/pedidos' } },
        idFil: fixture.branchIds[0],
        ordem: 7,
        ativo: false,
      },
    }),
  },
  savedViews: {
    route: catalogue.savedViews.update,
    of: () => ({
      entity: 'saved_views',
      make: () =>
        made('/config/visoes', {
          lista: 'tickets',
          nome: `Um ${next()}`,
          equipe: false,
          conteudo: { filtros: [] },
        }),
      at: (id) => `/config/visoes/${id}`,
      fields: { nome: 'Dois', equipe: true, conteudo: { to: { filtros: [], porPagina: 50 } } },
    }),
  },
  reportSchedules: {
    route: catalogue.reportDesk.updateSchedule,
    of: () => ({
      entity: 'report_schedules',
      make: () => made('/config/relatorios-agendados', { relatorio: KEY, ...schedule() }),
      at: (id) => `/config/relatorios-agendados/${id}`,
      base: schedule(),
      fields: {
        nome: 'Dois',
        filtros: { to: { periodo: { inicio: '@hoje', fim: '@hoje' } } },
        formato: 'CSV',
        ritmo: { to: { tipo: 'DIARIO', hora: '08:00', fuso: 'America/Sao_Paulo' } },
        destinatarios: {
          to: [fixture.people.SUPERVISOR],
          read: ({ destinatarios }) => (destinatarios as Json[]).map(({ id }) => id),
        },
        ativo: false,
      },
    }),
  },
  automations: {
    route: catalogue.automations.update,
    of: () => ({
      entity: 'automations',
      make: () => made('/callcenter/automacoes', { nome: 'Um', ativa: true, regra: rule }),
      at: (id) => `/callcenter/automacoes/${id}`,
      base: { nome: 'Um', ativa: true, regra: rule },
      fields: { nome: 'Dois', ativa: false, regra: { to: { ...rule, dias: 9 } } },
    }),
  },
  campaigns: {
    route: catalogue.campaigns.update,
    of: () => ({
      entity: 'campaigns',
      make: () => made('/callcenter/campanhas', campaign()),
      at: (id) => `/callcenter/campanhas/${id}`,
      base: campaign(),
      fields: {
        nome: 'Dois',
        descricao: 'Texto',
        tipo: 'DESCONTO',
        valor: { to: '2', read: ({ valor }) => String(Number(valor)) },
        inicio: '2026-02-01',
        fim: '2026-11-30',
        quantidadeMinima: { to: '5', read: ({ quantidadeMinima }) => String(Number(quantidadeMinima)) },
        ativa: false,
        produtos: {
          to: [productId + 1],
          read: ({ itens }) => (itens as Json[]).map(({ id }) => id),
        },
      },
    }),
  },
  agendas: {
    route: catalogue.agendas.update,
    of: () => ({
      entity: 'agendas',
      make: () =>
        made('/callcenter/agendas', {
          idCli: fixture.customerIds.first,
          assunto: 'Um',
          // No second contact of the customer in the same minute, which would have to be confirmed.
          data_agendada: `2027-03-01 10:${String(minute++).padStart(2, '0')}`,
          idColab: fixture.people.VENDEDOR,
        }),
      at: (id) => `/callcenter/agendas/${id}`,
      fields: {
        assunto: 'Dois',
        descricao: 'Texto',
        data_agendada: { to: '2027-03-02T13:00:00.000Z', beside: { motivo: 'Pediu' } },
        motivo: {
          to: 'Viajou',
          beside: { data_agendada: '2027-03-03T13:00:00.000Z' },
          read: ({ historico }) => (historico as Json[])[0]?.motivo,
        },
        confirmar: {
          to: 'Pediu os dois',
          // Where the agenda of another case was moved to.
          beside: { data_agendada: '2027-03-02T13:00:00.000Z', motivo: 'Pediu' },
          read: ({ historico }) => /Confirmado: (.*)$/.exec(String((historico as Json[])[0]?.texto))?.[1],
        },
        idColab: { to: fixture.people.OPERADOR, read: ({ colaborador }) => (colaborador as Json).id },
        idMotivoFinalizacao: {
          to: reasonId,
          read: ({ motivo_finalizacao }) => motivo_finalizacao && reasonId,
        },
        observacao: { to: 'Comprou', beside: { idMotivoFinalizacao: reasonId } },
        discadora_status: 'LIGACAO_OCUPADA',
        discadora_origem: { to: 'MANUAL', beside: { discadora_status: 'LIGACAO_OCUPADA' } },
      },
    }),
  },
  pickups: {
    route: catalogue.pickups.update,
    of: () => ({
      entity: 'pickups',
      make: async () => generated([await waiting()]),
      at: (id) => `/sac/coletas/${id}`,
      fields: { agendadaPara: '2027-03-01', obs: 'Portão 2' },
    }),
  },
  serviceKeys: {
    route: catalogue.serviceKeys.update,
    of: () => ({
      entity: 'service_keys',
      make: () => made('/config/chaves', serviceKey),
      at: (id) => `/config/chaves/${id}`,
      base: serviceKey,
      fields: {
        nome: 'Loja',
        escopos: { to: [{ tipo: '*', verbos: ['LER'] }] },
        filiais: {
          to: [fixture.branchIds[0]],
          read: ({ filiais }) => (filiais as Json[]).map(({ id }) => id),
        },
        enderecos: { to: ['10.0.0.0/24'] },
        validade: '2030-12-24T12:00:00.000Z',
        dadosPessoais: { to: false },
      },
    }),
  },
  webhooks: {
    route: catalogue.webhooks.update,
    of: () => ({
      entity: 'webhooks',
      make: () => made('/config/webhooks', webhook),
      at: (id) => `/config/webhooks/${id}`,
      base: webhook,
      fields: {
        nome: 'Loja',
        url: 'https://loja.exemplo.com.br/avisos',
        tipos: { to: ['precos', 'produtos'] },
        filiais: {
          to: [fixture.branchIds[0]],
          read: ({ filiais }) => (filiais as Json[]).map(({ id }) => id),
        },
        dadosPessoais: { to: true },
        semChave: { to: serviceKeyId, read: ({ semChave }) => (semChave as Json | null)?.id },
      },
    }),
  },
};
