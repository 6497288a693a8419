import { beforeAll } from '@jest/globals';
import { catalogue } from '#contract/index.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import {
  agendaReasons,
  contactTypes,
  dimensionOptions,
  dimensions,
  products,
} from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { carrierId, fixture, waiting } from '../sac/pickups/pickupFixture.ts';
import { amountOf, call, type Json, type NounCase, next } from './nounCase.ts';

/** The entries of the feed for a noun that is told to other systems as this type. */
const toldToOthers = (type: string) => ({
  CRIAR: { feed: [`${type} criado`] },
  ALTERAR: { feed: [`${type} alterado`] },
  EXCLUIR: { feed: [`${type} excluido`] },
});

let productIds: number[];
let reasonId: number;
let contactTypeIds: number[];

export function openWorkNouns(): void {
  beforeAll(async () => {
    const { db } = fixture.server.deps;
    const goods = await db
      .insert(products)
      .values([
        { code: 'WN1', description: 'Café', brand: 'Serra', price: '10.5' },
        { code: 'WN2', description: 'Chá', brand: 'Vale', price: '3.5' },
      ])
      .returning();
    productIds = goods.map(({ id }) => id);
    const [reason] = await db.insert(agendaReasons).values({ name: 'Feito' }).returning();
    reasonId = reason?.id ?? 0;
    const types = await db
      .insert(contactTypes)
      .values([{ name: 'Comprador' }, { name: 'Estoquista' }])
      .returning();
    contactTypeIds = types.map(({ id }) => id);
    await call('POST', '/callcenter/agendas', {
      idCli: fixture.customerIds.first,
      assunto: 'Já marcado',
      data_agendada: takenMinute,
    });
  });
}

/** A segment with two descriptions, since a customer has each only once. */
async function segment() {
  const { db } = fixture.server.deps;
  const [row] = await db
    .insert(dimensions)
    .values({ name: `Segmento ${next()}` })
    .returning();
  const id = row?.id ?? 0;
  const options = await db
    .insert(dimensionOptions)
    .values([
      { dimensionId: id, description: 'Primeira' },
      { dimensionId: id, description: 'Segunda' },
    ])
    .returning();
  return { id, options: options.map((option) => option.id) };
}
/** The segments of the records of this file, and those to change to. */
const segments = new Map<unknown, Awaited<ReturnType<typeof segment>>>();

const rule = {
  clientes: { tags: ['CATEGORIA:Ouro'] },
  agenda: { tipo: 'A', assunto: 'Recuperar', hora: '09:00' },
  dias: 5,
  maximo: 10,
  respeitaDias: true,
  respeitaFrequencia: false,
};
/** Another minute for each: two contacts of a customer in the same one would have to be confirmed. */
const minute = () => {
  const n = next();
  const [day, at] = [10 + (n % 15), Math.floor(n / 15)].map((each) => String(each).padStart(2, '0'));
  return `2027-03-${day}T12:${at}:00.000Z`;
};
const takenMinute = '2027-04-02T13:00:00.000Z';
const history = ({ historico }: Json) => (historico as Json[])[0];

const ticketMoved = [
  'ticket.mudou > presence-ticket-# private-tickets private-tickets-filial-#',
  'ticket.mudou > private-ticket-#-publico',
];
const pickupsMoved = 'coletas.mudaram > private-coletas private-coletas-filial-#';

/** The nouns of daily work, by their names in the audit log. */
export const workNouns: Readonly<Record<string, NounCase>> = {
  automations: {
    ...catalogue.automations,
    created: () => ({ nome: 'Um', ativa: true, regra: rule }),
    changed: () => ({ nome: 'Dois', ativa: false, regra: { ...rule, dias: 9 } }),
  },
  campaigns: {
    ...catalogue.campaigns,
    told: toldToOthers('campanhas-vendas'),
    created: () => ({
      nome: 'Um',
      descricao: 'Esta',
      tipo: 'PONTOS',
      valor: '1',
      inicio: '2026-01-01',
      fim: '2026-12-31',
      quantidadeMinima: '1',
      ativa: true,
      produtos: [productIds[0]],
    }),
    changed: () => ({
      nome: 'Dois',
      descricao: 'Texto',
      tipo: 'DESCONTO',
      valor: '2',
      inicio: '2026-02-01',
      fim: '2026-11-30',
      quantidadeMinima: '5',
      ativa: false,
      produtos: [productIds[1]],
    }),
    shows: {
      valor: amountOf('valor'),
      quantidadeMinima: amountOf('quantidadeMinima'),
      produtos: ({ itens }) => (itens as Json[]).map(({ id }) => id),
    },
    facts: ['produtos'],
  },
  goals: {
    ...catalogue.goals,
    told: toldToOthers('objetivos-operadores'),
    created: () => ({
      idColab: fixture.people.VENDEDOR,
      mes: addDays('2030-01-01', next() * 31).slice(0, 7),
      valor: '50000.00',
      margem: '12500.00',
    }),
    changed: () => ({ valor: '60000.00', margem: '13000.00' }),
    shows: { idColab: ({ colaborador }) => (colaborador as Json).id },
    listedAt: ({ mes }) => `/callcenter/objetivos-operadores?mes=${mes}`,
  },
  customer_contacts: {
    ...catalogue.contacts,
    params: () => ({ idCli: fixture.customerIds.first }),
    created: () => ({
      contato: 'Bia',
      tipocontato: contactTypeIds[0],
      documento: testCpf(4343),
      datanascimento: '1980-01-02',
      time: 'Loja',
      cargo: 'Compras',
      telefone: '1133334444',
      celular: '11933334444',
      email: 'bia@exemplo.com.br',
      autorizadoFaturamento: false,
    }),
    changed: () => ({
      contato: 'Beatriz',
      tipocontato: contactTypeIds[1],
      documento: testCpf(4545),
      datanascimento: '1981-02-03',
      time: 'Depósito',
      cargo: 'Gerência',
      telefone: '1144445555',
      celular: '11944445555',
      email: 'beatriz@exemplo.com.br',
      autorizadoFaturamento: true,
    }),
    shows: {
      contato: ({ nome }) => nome,
      tipocontato: ({ tipo }) => tipo,
      documento: ({ doc }) => doc,
      datanascimento: ({ dtNasc }) => dtNasc,
    },
    unlogged: ['documento', 'datanascimento'],
    repeated: ['telefone'],
    listedAt: () => `/callcenter/contatos/${fixture.customerIds.first}/contatos`,
    told: { ...toldToOthers('contatos'), EXCLUIR: {} },
  },
  customer_dimensions: {
    ...catalogue.dimensions,
    async created() {
      const { id, options } = await segment();
      segments.set(id, { id, options });
      return {
        cliente_id: fixture.customerIds.first,
        dimensao: id,
        dimensao_id: options[0],
        observacao: 'Nota',
      };
    },
    async changed({ dimensao }) {
      const other = await segment();
      segments.set(`to ${dimensao}`, other);
      return {
        dimensao: other.id,
        dimensao_id: segments.get(dimensao)?.options[1],
        descricao: 'Só deste cliente',
        observacao: 'Outra nota',
      };
    },
    beside: ({ dimensao }) => ({ dimensao: { dimensao_id: segments.get(`to ${dimensao}`)?.options[0] } }),
    shows: { dimensao: ({ idDimensao }) => idDimensao },
    fixed: ['cliente_id'],
    repeated: ['dimensao_id'],
    listedAt: () => `/callcenter/cliente/dimensoes/${fixture.customerIds.first}`,
  },
  agendas: {
    ...catalogue.agendas,
    told: toldToOthers('agendas'),
    created: () => ({
      idCli: fixture.customerIds.first,
      tipo: 'C',
      assunto: 'Um',
      descricao: 'Este',
      data_agendada: minute(),
      // Their own, which they may remove.
      idColab: fixture.people.ADMIN,
      idFil: fixture.branchIds[0],
    }),
    changed: () => ({
      assunto: 'Dois',
      descricao: 'Texto',
      data_agendada: minute(),
      motivo: 'Viajou',
      confirmar: 'Pediu os dois',
      idColab: fixture.people.OPERADOR,
      idMotivoFinalizacao: reasonId,
      observacao: 'Comprou',
      discadora_status: 'LIGACAO_OCUPADA',
      discadora_origem: 'MANUAL',
    }),
    beside: () => ({
      data_agendada: { motivo: 'Pediu' },
      motivo: { data_agendada: minute() },
      // The minute of another agenda of the customer.
      confirmar: { data_agendada: takenMinute, motivo: 'Pediu' },
      observacao: { idMotivoFinalizacao: reasonId },
      discadora_origem: { discadora_status: 'LIGACAO_OCUPADA' },
    }),
    shows: {
      idCli: ({ cliente }) => (cliente as Json).id,
      idColab: ({ colaborador }) => (colaborador as Json).id,
      idFil: ({ filial }) => (filial as Json).id,
      motivo: (record) => history(record)?.motivo,
      confirmar: (record) => /Confirmado: (.*)$/.exec(String(history(record)?.texto))?.[1],
      idMotivoFinalizacao: ({ motivo_finalizacao }) => motivo_finalizacao && reasonId,
    },
    // What follows on it is another agenda.
    fixed: ['proxima'],
    // Of a quote, and of a question that is not asked here.
    unshown: ['idOrcamento', 'confirmar'],
    factsOfSome: ['de', 'para', 'motivo', 'perguntas', 'confirmacao', 'discadora'],
  },
  pickups: {
    create: catalogue.pickups.generate,
    update: catalogue.pickups.update,
    params: () => ({ tipo: 'transportadora' }),
    created: async () => ({
      tickets: [await waiting()],
      responsavel: carrierId,
      agendadaPara: '2027-02-01',
      obs: 'Portão 1',
    }),
    changed: () => ({ agendadaPara: '2027-03-01', obs: 'Portão 2' }),
    idOf: ({ coletas }) => (coletas as { id: number }[])[0]?.id ?? 0,
    shows: {
      tickets: ({ tickets }) => (tickets as Json[]).map(({ id }) => id),
      responsavel: ({ responsavel }) => (responsavel as Json).id,
    },
    facts: ['responsavel', 'tickets'],
    factsOfSome: ['motivo'],
    told: {
      CRIAR: {
        audit: ['tickets GERAR_COLETA', 'pickups CRIAR'],
        feed: ['tickets passo'],
        live: [...ticketMoved, pickupsMoved],
      },
      ALTERAR: {
        audit: ['tickets AGENDAR_COLETA', 'pickups AGENDAR'],
        feed: ['tickets passo'],
        live: [...ticketMoved, pickupsMoved],
      },
      EXCLUIR: {},
    },
  },
};
