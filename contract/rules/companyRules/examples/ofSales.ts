import { above, days, happens, holds, hours, is, no, type RuleExample, yes } from './begun.ts';

/** Of those who sell. */
export const SALES_EXAMPLES: readonly RuleExample[] = [
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
    quando: happens('SITUACAO'),
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
    id: 'cliente-bloqueado',
    titulo: 'Cliente bloqueado avisa vendedor e representante',
    entidade: 'clientes',
    quando: happens('BLOQUEIO'),
    se: holds(yes('bloqueado')),
    entao: [
      {
        acao: 'AVISAR',
        para: 'RESPONSAVEL',
        assunto: '{{cliente}} foi bloqueado',
        texto: '{{cliente}} foi bloqueado: os pedidos dele não seguem.',
      },
      {
        acao: 'EMAIL',
        para: 'REPRESENTANTE',
        assunto: '{{cliente}} foi bloqueado',
        texto: '{{cliente}} foi bloqueado: os pedidos dele não seguem.',
      },
    ],
  },
  {
    id: 'chegou-avisa-quem-espera',
    titulo: 'Produto que chegou avisa quem espera',
    entidade: 'estoque',
    quando: happens('QUANTIDADE'),
    se: holds(above('disponivel', '0'), above('esperando', '0')),
    entao: [
      {
        acao: 'AVISAR_ESPERAS',
        para: 'VENDEDOR',
        assunto: 'Chegou: {{produto}}',
        texto: '{{produto}} voltou ao estoque de {{filial}}, e um cliente seu espera por ele.',
      },
    ],
  },
  {
    id: 'aniversario-do-contato',
    titulo: 'Aniversário de um contato',
    entidade: 'contatos',
    quando: days('nascimento', 0),
    entao: [
      {
        acao: 'EMAIL',
        para: 'CLIENTE',
        assunto: 'Feliz aniversário, {{contato}}!',
        texto: 'Toda a nossa equipe deseja a você um feliz aniversário.',
      },
    ],
  },
  {
    id: 'aniversario-do-cliente',
    titulo: 'Aniversário do cliente vai para a agenda',
    entidade: 'clientes',
    quando: days('nascimento', 0),
    se: holds(no('bloqueado')),
    entao: [
      {
        acao: 'AGENDA',
        tipo: 'A',
        quem: 'VENDEDOR',
        emDias: 0,
        hora: '10:00',
        assunto: 'Aniversário de {{cliente}}',
      },
    ],
  },
];
