import { beforeAll } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { people, products, sectors } from '#server/db/tables/index.ts';
import { fixture } from '../sac/pickups/pickupFixture.ts';
import { KEY } from '../sac/reportDesk/reportFixture.ts';
import { call, idOf, idsOf, type Json, type NounCase, next } from './nounCase.ts';

let sectorIds: number[];
let keyIds: number[];
let administratorId: number;
let substituteId: number;

export function openConfigNouns(): void {
  beforeAll(async () => {
    const { db } = fixture.server.deps;
    await db.insert(products).values([
      { code: 'WF1', description: 'Café', brand: 'Serra', salesClass: 'Mercearia', price: '10.5' },
      { code: 'WF2', description: 'Chá', brand: 'Vale', salesClass: 'Mercearia', price: '3.5' },
    ]);
    const rows = await db
      .insert(sectors)
      .values([
        { key: 'ESCRITO', name: 'Setor escrito' },
        { key: 'OUTRO', name: 'Outro setor' },
      ])
      .returning();
    const [administrator, substitute] = await db
      .select()
      .from(people)
      .where(eq(people.type, 'ADMIN'))
      .orderBy(people.id);
    administratorId = administrator?.id ?? 0;
    substituteId = substitute?.id ?? 0;
    sectorIds = rows.map(({ id }) => id);
    const keys = [await call('POST', '/config/chaves', key()), await call('POST', '/config/chaves', key())];
    keyIds = keys.map(({ body }) => body.id);
  });
}

const key = () => ({
  nome: `ERP ${next()}`,
  escopos: [{ tipo: 'produtos', verbos: ['LER'] }],
  filiais: [],
  enderecos: ['192.168.0.1'],
  validade: '2029-12-24T12:00:00.000Z',
  dadosPessoais: true,
});

const stages = ({ etapas }: Json) => (etapas as Json[]).map(({ nome, cor, regra }) => ({ nome, cor, regra }));
const notices = { live: ['avisos.mudaram > private-avisos'] };
/** The person hears of what somebody else wrote of their absence. */
const toPerson = (action: string) => ({
  audit: [`person_absences ${action}`, 'notices CRIAR'],
  live: ['avisos.mudaram > private-pessoa-#'],
});

/** The nouns that a company is set up with, by their names in the audit log. */
export const configNouns: Readonly<Record<string, NounCase>> = {
  faq_articles: {
    ...catalogue.articles,
    created: () => ({ titulo: 'Um', conteudo: '<p>Um</p>', tipo: 'Trocas', paraConsumidores: false }),
    changed: () => ({ titulo: 'Dois', conteudo: '<p>Dois</p>', tipo: 'Frete', paraConsumidores: true }),
  },
  person_absences: {
    ...catalogue.absences,
    // One with no more rights than any writer here.
    params: () => ({ idPessoa: substituteId }),
    created: () => {
      const de = addDays('2030-01-01', next() * 40);
      return { de, ate: addDays(de, 5), idSubstituto: null };
    },
    changed: ({ de }) => ({
      de: addDays(String(de), 1),
      ate: addDays(String(de), 6),
      idSubstituto: administratorId,
    }),
    listedAt: () => `/config/pessoas/${substituteId}/ausencias`,
    told: { CRIAR: toPerson('CRIAR'), ALTERAR: toPerson('ALTERAR'), EXCLUIR: toPerson('EXCLUIR') },
    shows: { idSubstituto: ({ substituto }) => (substituto as Json | null)?.id ?? null },
  },
  notices: {
    ...catalogue.publishedNotices,
    created: () => ({
      titulo: 'Um',
      conteudo: '<p>Um</p>',
      publico: 'TODOS',
      idPessoa: null,
      link: null,
      publicadoEm: '2026-12-23T12:00:00.000Z',
    }),
    changed: () => ({
      titulo: 'Dois',
      conteudo: '<p>Dois</p>',
      publico: 'PESSOA',
      idPessoa: administratorId,
      link: '/tickets/1',
      publicadoEm: '2026-12-24T12:00:00.000Z',
    }),
    shows: { idPessoa: ({ pessoa }) => (pessoa as Json | null)?.id ?? null },
    beside: () => ({ publico: { idPessoa: administratorId }, idPessoa: { publico: 'PESSOA' } }),
    told: { CRIAR: notices, ALTERAR: notices, EXCLUIR: notices },
  },
  canned_replies: {
    ...catalogue.cannedReplies,
    created: () => ({ titulo: `Um ${next()}`, html: '<p>Um</p>', idSetor: sectorIds[0] }),
    changed: () => ({ titulo: `Dois ${next()}`, html: '<p>Dois</p>', idSetor: sectorIds[1] }),
  },
  follow_up_types: {
    ...catalogue.followUpBoards,
    created: () => ({
      nome: 'Um',
      descricao: 'De quem',
      ativo: true,
      etapas: [{ nome: 'A', cor: 'aviso', regra: {} }],
    }),
    changed: () => ({
      nome: 'Dois',
      descricao: 'Para que serve',
      ativo: false,
      etapas: [{ nome: 'B', cor: 'perigo', regra: { prospect: true } }],
    }),
    shows: { etapas: stages },
    facts: ['etapas'],
  },
  banners: {
    ...catalogue.banners,
    created: () => ({
      titulo: 'Um',
      texto: 'Este',
      abre: { tipo: 'NADA' },
      idFil: fixture.branchIds[1],
      inicio: '2026-01-01',
      fim: '2026-12-31',
      ordem: 1,
      ativo: true,
    }),
    changed: () => ({
      titulo: 'Dois',
      texto: 'Texto',
      abre: { tipo: 'TELA', valor: '/pedidos' },
      idFil: fixture.branchIds[0],
      inicio: '2026-02-01',
      fim: '2026-11-30',
      ordem: 7,
      ativo: false,
    }),
  },
  showcases: {
    ...catalogue.showcases,
    created: () => ({
      titulo: 'Um',
      subtitulo: 'Este',
      produtos: { tipo: 'MARCA', valor: 'Serra' },
      abre: { tipo: 'NADA' },
      idFil: fixture.branchIds[1],
      ordem: 1,
      ativo: true,
    }),
    changed: () => ({
      titulo: 'Dois',
      subtitulo: 'Texto',
      produtos: { tipo: 'MARCA', valor: 'Vale' },
      abre: { tipo: 'TELA', valor: '/pedidos' },
      idFil: fixture.branchIds[0],
      ordem: 7,
      ativo: false,
    }),
  },
  saved_views: {
    ...catalogue.savedViews,
    created: () => ({ lista: 'tickets', nome: `Um ${next()}`, equipe: true, conteudo: { filtros: [] } }),
    changed: () => ({ nome: `Dois ${next()}`, equipe: false, conteudo: { filtros: [], porPagina: 50 } }),
  },
  report_schedules: {
    create: catalogue.reportDesk.createSchedule,
    update: catalogue.reportDesk.updateSchedule,
    created: () => ({
      relatorio: KEY,
      nome: 'Um',
      filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
      formato: 'XLSX',
      ritmo: { tipo: 'DIARIO', hora: '07:00', fuso: 'America/Sao_Paulo' },
      destinatarios: [fixture.people.ADMIN],
      ativo: true,
      soComLinhas: false,
    }),
    changed: () => ({
      nome: 'Dois',
      filtros: { periodo: { inicio: '@hoje', fim: '@hoje' } },
      formato: 'CSV',
      ritmo: { tipo: 'DIARIO', hora: '08:00', fuso: 'America/Sao_Paulo' },
      destinatarios: [fixture.people.SUPERVISOR],
      ativo: false,
      soComLinhas: true,
    }),
    shows: { destinatarios: idsOf('destinatarios') },
    // A schedule is of a report or of a dashboard, never of both.
    unshown: ['painel'],
  },
  report_sets: {
    create: catalogue.reportDesk.createSet,
    update: catalogue.reportDesk.updateSet,
    params: () => ({ idRelatorio: KEY }),
    created: () => ({
      nome: `Um ${next()}`,
      equipe: true,
      filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
    }),
    changed: () => ({
      nome: `Dois ${next()}`,
      equipe: false,
      filtros: { periodo: { inicio: '@hoje', fim: '@hoje' } },
    }),
    listedAt: () => `/config/relatorios/${KEY}/conjuntos`,
  },
  service_keys: {
    ...catalogue.serviceKeys,
    created: key,
    changed: () => ({
      nome: 'Loja',
      escopos: [{ tipo: '*', verbos: ['LER'] }],
      filiais: [fixture.branchIds[0]],
      enderecos: ['10.0.0.0/24'],
      validade: '2030-12-24T12:00:00.000Z',
      dadosPessoais: false,
    }),
    shows: { filiais: idsOf('filiais') },
    factsOfSome: ['filiais'],
  },
  webhooks: {
    ...catalogue.webhooks,
    created: () => ({
      nome: 'ERP',
      url: 'https://erp.exemplo.com.br/avisos',
      tipos: ['produtos'],
      filiais: [],
      semChave: keyIds[0],
      dadosPessoais: false,
    }),
    changed: () => ({
      nome: 'Loja',
      url: 'https://loja.exemplo.com.br/avisos',
      tipos: ['precos', 'produtos'],
      filiais: [fixture.branchIds[0]],
      semChave: keyIds[1],
      dadosPessoais: true,
    }),
    shows: { filiais: idsOf('filiais'), semChave: idOf('semChave') },
    // Switched off before its deliveries are deleted.
    told: { CRIAR: {}, ALTERAR: {}, EXCLUIR: { audit: ['webhooks DESATIVAR', 'webhooks EXCLUIR'] } },
  },
};
