import { call, type Expression } from '../../expression/tree.ts';
import { type CompanyRule, isMacro } from './companyRule.ts';

const field = (campo: string): Expression => ({ campo });
const text = (texto: string): Expression => ({ texto });
const number = (numero: string): Expression => ({ numero });
const yes = (campo: string) => call('igual', field(campo), { logico: true });
const no = (campo: string) => call('igual', field(campo), { logico: false });
const is = (campo: string, value: string) => call('igual', field(campo), text(value));
const above = (campo: string, value: string) => call('maior', field(campo), number(value));
const holds = (...all: Expression[]) => call('todas', ...all);

const happens = (evento: string) => ({ tipo: 'EVENTO', evento }) as const;
const hours = (campo: string, quantidade: number) =>
  ({ tipo: 'PRAZO', campo, quantidade, unidade: 'HORAS' }) as const;
const days = (campo: string, quantidade: number) =>
  ({ tipo: 'PRAZO', campo, quantidade, unidade: 'DIAS' }) as const;

/** An action that still lacks what only the company can choose: its sector, person, reply or webhook. */
type Begun = { readonly acao: string } & Readonly<Record<string, unknown>>;

/** A rule to begin from; what is not chosen yet is asked for at its control before it can be published. */
export interface RuleExample extends Omit<CompanyRule, 'formato' | 'papel' | 'entao'> {
  entao: readonly Begun[];
}

/**
 * What service desks and sales teams automate most, as rules to switch on (issue 35). Values that differ from company to company, such as
 * an amount or a word, are usual ones to change; sectors, people and replies are left to choose.
 */
export const RULE_EXAMPLES: readonly RuleExample[] = [
  {
    id: 'valor-alto-ao-gerente',
    titulo: 'Valor alto vai ao gerente',
    entidade: 'tickets',
    quando: happens('CRIADO'),
    se: holds(above('valor', '5000')),
    entao: [
      {
        acao: 'ENCAMINHAR',
        mensagem: 'Ticket {{ticket_id}} de {{cliente}}: valor acima do limite, peço a aprovação.',
      },
      { acao: 'PRIORIZAR', prioridade: 'ALTA' },
    ],
  },
  {
    id: 'distribui-por-carga',
    titulo: 'Tickets novos vão a quem tem menos',
    entidade: 'tickets',
    quando: happens('CRIADO'),
    entao: [{ acao: 'ATRIBUIR', como: 'MENOS_TICKETS' }],
  },
  {
    id: 'distribui-em-rodizio',
    titulo: 'Tickets novos em rodízio',
    entidade: 'tickets',
    quando: happens('CRIADO'),
    entao: [{ acao: 'ATRIBUIR', como: 'RODIZIO' }],
  },
  {
    id: 'distribui-por-uf',
    titulo: 'Tickets de uma região têm o seu setor',
    entidade: 'tickets',
    quando: happens('CRIADO'),
    se: holds(
      call('em', field('cliente.uf'), { lista: [{ texto: 'PR' }, { texto: 'SC' }, { texto: 'RS' }] }),
    ),
    entao: [{ acao: 'ATRIBUIR', como: 'MENOS_TICKETS' }],
  },
  {
    id: 'avisa-antes-do-prazo',
    titulo: 'Duas horas antes do prazo, avisa o supervisor',
    entidade: 'tickets',
    quando: hours('prazo', -2),
    se: holds(yes('aberto')),
    entao: [
      {
        acao: 'EMAIL',
        para: 'PESSOA',
        assunto: 'Ticket {{ticket_id}} vence em duas horas',
        texto:
          'O ticket {{ticket_id}} de {{cliente}} está em {{etapa_nome}} com {{operador}} e vence em duas horas.',
      },
    ],
  },
  {
    id: 'atrasado-troca-de-maos',
    titulo: 'Atrasado passa a quem tem menos',
    entidade: 'tickets',
    quando: hours('prazo', 1),
    se: holds(yes('aberto')),
    entao: [
      { acao: 'ATRIBUIR', como: 'MENOS_TICKETS', tirar: true },
      { acao: 'PRIORIZAR', prioridade: 'ALTA' },
    ],
  },
  {
    id: 'lembra-em-tres-dias',
    titulo: 'Lembra o cliente depois de três dias',
    entidade: 'tickets',
    quando: happens('RESPONDIDO'),
    se: holds(yes('evento.da_equipe'), is('situacao_nome', 'Aguardando cliente')),
    entao: [{ acao: 'ESPERAR', quantidade: 3, unidade: 'DIAS' }, { acao: 'RESPONDER' }],
  },
  {
    id: 'fecha-sem-resposta',
    titulo: 'Fecha depois de cinco dias sem resposta',
    entidade: 'tickets',
    quando: happens('RESPONDIDO'),
    se: holds(yes('evento.da_equipe'), is('situacao_nome', 'Aguardando cliente')),
    entao: [
      { acao: 'ESPERAR', quantidade: 5, unidade: 'DIAS' },
      { acao: 'FINALIZAR', observacao: 'Cinco dias sem resposta do cliente.' },
    ],
  },
  {
    id: 'resposta-reabre',
    titulo: 'Resposta do cliente reabre o ticket',
    entidade: 'tickets',
    quando: happens('RESPONDIDO'),
    se: holds(no('evento.da_equipe'), no('aberto')),
    entao: [{ acao: 'REABRIR', motivo: 'O cliente respondeu depois do fim.' }],
  },
  {
    id: 'palavra-muda-prioridade',
    titulo: 'Palavras no assunto dão prioridade',
    entidade: 'tickets',
    quando: happens('CRIADO'),
    se: call(
      'alguma',
      call('contem', field('assunto'), text('urgente')),
      call('contem', field('assunto'), text('parado')),
    ),
    entao: [{ acao: 'PRIORIZAR', prioridade: 'URGENTE' }],
  },
  {
    id: 'palavra-muda-tipo',
    titulo: 'Palavras no assunto dão o tipo',
    entidade: 'tickets',
    quando: happens('CRIADO'),
    se: holds(call('contem', field('assunto'), text('devolução'))),
    entao: [{ acao: 'RECLASSIFICAR', motivo: 'O assunto fala de devolução.' }],
  },
  {
    id: 'prazo-menor-por-valor',
    titulo: 'Ticket de valor tem prazo menor',
    entidade: 'tickets',
    quando: happens('AVANCOU'),
    se: holds(above('valor', '10000')),
    entao: [{ acao: 'PRAZO', quantidade: 4 }],
  },
  {
    id: 'cliente-grande-primeiro',
    titulo: 'Cliente que compra muito vem primeiro',
    entidade: 'tickets',
    quando: happens('CRIADO'),
    se: holds(above('cliente.comprado', '100000')),
    entao: [
      { acao: 'PRIORIZAR', prioridade: 'ALTA' },
      { acao: 'PRAZO', quantidade: 4 },
    ],
  },
  {
    id: 'finalizado-avisa-o-erp',
    titulo: 'Ticket de valor finalizado avisa o ERP',
    entidade: 'tickets',
    quando: happens('FINALIZADO'),
    se: holds(above('valor', '0')),
    entao: [{ acao: 'WEBHOOK' }],
  },
  {
    id: 'prioridade-pede-nota',
    titulo: 'Urgente deixa escrito o que fazer',
    entidade: 'tickets',
    quando: happens('PRIORIZADO'),
    se: holds(is('prioridade_nome', 'Urgente')),
    entao: [
      { acao: 'ANOTAR', mensagem: 'Urgente: ligar para {{cliente}} hoje e anotar aqui o que foi combinado.' },
    ],
  },
  {
    id: 'etapa-preenche-campo',
    titulo: 'Uma mudança preenche um campo',
    entidade: 'tickets',
    quando: happens('RECLASSIFICADO'),
    entao: [{ acao: 'CAMPO', valor: '{{tipo}}' }],
  },
  {
    id: 'recupera-cliente',
    titulo: 'Cliente sem compra há 90 dias volta à agenda',
    entidade: 'clientes',
    quando: days('ultima_compra', 90),
    se: holds(no('bloqueado')),
    entao: [
      {
        acao: 'AGENDA',
        tipo: 'A',
        quem: 'VENDEDOR',
        emDias: 1,
        hora: '09:00',
        assunto: 'Sem compra há 90 dias',
      },
    ],
  },
  {
    id: 'orcamento-sem-resposta',
    titulo: 'Orçamento alto sem resposta há 48 horas',
    entidade: 'pedidos',
    quando: hours('criado_em', 48),
    se: holds(is('fase_nome', 'Orçamento'), yes('aberto'), above('valor_a_pagar', '20000')),
    entao: [
      {
        acao: 'EMAIL',
        para: 'RESPONSAVEL',
        assunto: 'Orçamento {{pedido_id}} sem resposta há dois dias',
        texto:
          'O orçamento {{pedido_id}} de {{cliente}}, de {{valor_a_pagar}}, espera uma resposta há dois dias.',
      },
    ],
  },
  {
    id: 'orcamento-vence-amanha',
    titulo: 'Orçamento que vence amanhã vai para a agenda',
    entidade: 'pedidos',
    quando: days('valido_ate', -1),
    se: holds(is('fase_nome', 'Orçamento'), yes('aberto')),
    entao: [
      {
        acao: 'AGENDA',
        tipo: 'A',
        quem: 'VENDEDOR',
        emDias: 0,
        hora: '14:00',
        assunto: 'O orçamento {{pedido_id}} vence amanhã',
      },
    ],
  },
  {
    id: 'pedido-bloqueado',
    titulo: 'Pedido bloqueado avisa vendedor e representante',
    entidade: 'pedidos',
    quando: happens('ALTERADO'),
    se: holds(is('situacao_nome', 'Bloqueado')),
    entao: [
      {
        acao: 'EMAIL',
        para: 'RESPONSAVEL',
        assunto: 'Pedido {{pedido_id}} bloqueado',
        texto: 'O pedido {{pedido_id}} de {{cliente}} está bloqueado.',
      },
      {
        acao: 'EMAIL',
        para: 'REPRESENTANTE',
        assunto: 'Pedido {{pedido_id}} bloqueado',
        texto: 'O pedido {{pedido_id}} de {{cliente}} está bloqueado.',
      },
    ],
  },
  {
    id: 'boleto-vence-amanha',
    titulo: 'Boleto que vence amanhã avisa o cliente',
    entidade: 'titulos',
    quando: days('vence_em', -1),
    se: holds(yes('em_aberto')),
    entao: [
      {
        acao: 'EMAIL',
        para: 'CLIENTE',
        assunto: 'Seu boleto vence amanhã',
        texto:
          'O título {{titulo}}, de {{valor}}, vence em {{vence_em}}. Se já foi pago, desconsidere este aviso.',
      },
    ],
  },
  {
    id: 'cliente-novo',
    titulo: 'Cliente novo recebe um contato',
    entidade: 'clientes',
    quando: happens('CRIADO'),
    se: holds(no('prospecto')),
    entao: [
      {
        acao: 'AGENDA',
        tipo: 'A',
        quem: 'VENDEDOR',
        emDias: 3,
        hora: '09:00',
        assunto: 'Primeiro contato com {{cliente}}',
      },
    ],
  },
  {
    id: 'parados-de-manha',
    titulo: 'De manhã, os que estão atrasados sobem',
    entidade: 'tickets',
    quando: { tipo: 'HORARIO', hora: '08:00', dias: [1, 2, 3, 4, 5] },
    se: holds(yes('atrasado'), is('prioridade_nome', 'Normal')),
    entao: [{ acao: 'PRIORIZAR', prioridade: 'ALTA' }],
  },
  {
    id: 'pede-fotos',
    titulo: 'Pedir fotos ao cliente',
    descricao: 'Macro: assume o ticket, responde e passa a aguardar o cliente.',
    entidade: 'tickets',
    quando: { tipo: 'PESSOA' },
    entao: [
      { acao: 'ATRIBUIR', como: 'QUEM_USA', tirar: true },
      { acao: 'RESPONDER', aguardaCliente: true },
    ],
  },
  {
    id: 'urgente-com-retorno',
    titulo: 'Tratar como urgente e ligar amanhã',
    descricao: 'Macro: sobe a prioridade, anota e marca uma agenda para quem a usa.',
    entidade: 'tickets',
    quando: { tipo: 'PESSOA' },
    se: holds(yes('aberto')),
    entao: [
      { acao: 'PRIORIZAR', prioridade: 'URGENTE' },
      { acao: 'ANOTAR', mensagem: 'Tratado como urgente: ligar a {{cliente}} amanhã.' },
      {
        acao: 'AGENDA',
        tipo: 'A',
        quem: 'QUEM_USA',
        emDias: 1,
        hora: '09:00',
        assunto: 'Retorno do ticket {{ticket_id}}',
      },
    ],
  },
];

/** The draft that an example begins as. */
export const ruleFromExample = (example: RuleExample, papel: string): CompanyRule =>
  ({ formato: 1, ...example, ...(!isMacro(example) && { papel }) }) as unknown as CompanyRule;
