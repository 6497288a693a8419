import { choice, decimal, integer, switches, words, yesNo } from './kinds.ts';

const callCenter = { area: 'CALLCENTER', grupo: 'Call-center', porFilial: true, recarga: true } as const;

/** Prices, current accounts and exchanges of the call-center. */
export const CALL_CENTER_PARAMETERS = {
  exibeNegociarPreco: yesNo({
    ...callCenter,
    titulo: 'Negociar preços',
    descricao: 'Quem vende pode pedir um preço abaixo da tabela para uma linha do orçamento.',
    padrao: true,
  }),
  exibeMargemLucro: yesNo({
    ...callCenter,
    titulo: 'Mostrar custo e lucro',
    descricao: 'Quem decide preços vê o custo do produto e o lucro de cada preço.',
    padrao: true,
  }),
  usaContaCorrente: yesNo({
    ...callCenter,
    titulo: 'Usar conta corrente',
    descricao: 'Saldos de colaboradores podem ser transferidos entre eles.',
    padrao: true,
  }),
  validaSaldoNegativo: yesNo({
    ...callCenter,
    titulo: 'Recusar saldo negativo',
    descricao: 'Uma transferência nunca deixa a conta corrente de quem envia abaixo de zero.',
    padrao: true,
  }),
  tipoSolicitacaoTroca: words({
    area: 'CALLCENTER',
    grupo: 'Call-center',
    titulo: 'Tipo das solicitações de troca',
    descricao: 'Chave do tipo de ticket que uma solicitação de troca abre.',
    padrao: 'DEVOLUCAO',
    maximo: 60,
  }),
};

const calls = { area: 'CALLCENTER', grupo: 'Call-center', porFilial: true, recarga: true } as const;

/** Calls and service records. */
export const CONTACT_PARAMETERS = {
  protocoloLigacao: choice({
    ...calls,
    titulo: 'Como se liga',
    descricao: 'O que faz o botão de ligar ao lado de um telefone.',
    padrao: 'tel',
    de: { tel: 'Pelo aparelho ou programa de telefone', api: 'Pela discadora' },
  }),
  registrarAtendimentoAoSair: yesNo({
    ...calls,
    titulo: 'Registrar atendimento ao sair',
    descricao: 'Quem deixa o painel com um atendimento em andamento registra-o antes.',
    padrao: false,
  }),
};

/** Agendas. */
export const AGENDA_PARAMETERS = {
  capacidadeAgendas: integer({
    area: 'CALLCENTER',
    grupo: 'Call-center',
    titulo: 'Capacidade de agendas por dia',
    descricao: 'Contatos que um vendedor faz em um dia, quando não há um número definido para a pessoa.',
    padrao: 20,
    unidade: 'agendas',
    de: 0,
    ate: 500,
  }),
};

const registration = { area: 'GERAL', grupo: 'Cadastro de clientes', recarga: true } as const;

/** Registration of customers. */
export const REGISTRATION_PARAMETERS = {
  cadastraCliente: choice({
    ...registration,
    titulo: 'Tipo de cadastro',
    descricao: 'Qual cadastro abre quando se cria um cliente.',
    padrao: 'AVANCADO',
    de: { COMPLETO: 'Completo', AVANCADO: 'Avançado, em etapas', SIMPLIFICADO: 'Pré-cadastro' },
  }),
  usaLgpd: yesNo({
    ...registration,
    titulo: 'Ocultar CPF nas listas',
    descricao: 'Listas e planilhas de clientes mostram só o meio do CPF; o cadastro o mostra inteiro.',
    padrao: false,
  }),
  permiteCadastroCpfSemIE: yesNo({
    ...registration,
    titulo: 'Isento para CPF',
    descricao: 'Oferece "Isento" de inscrição estadual também a quem se cadastra com CPF.',
    padrao: false,
  }),
  inputsOpcionaisCadastroCliente: switches({
    ...registration,
    titulo: 'Campos opcionais do cadastro',
    descricao: 'Campos que são obrigatórios e aqui deixam de ser.',
    padrao: { tabela_preco: false },
    nomes: { tabela_preco: 'Tabela de preço opcional' },
  }),
};

const field = { area: 'CALLCENTER', grupo: 'Força de vendas', porFilial: true } as const;

/** Settings that the field sales app requests at startup (document 002 section 7: configuracao/forca-vendas). */
export const FIELD_SALES_PARAMETERS = {
  fvMinutosSincronizacao: integer({
    ...field,
    titulo: 'Sincronização automática',
    descricao: 'De quantos em quantos minutos o aplicativo busca e envia dados.',
    padrao: 30,
    unidade: 'minutos',
    de: 5,
    ate: 1440,
  }),
  fvDiasSemSincronizar: integer({
    ...field,
    titulo: 'Limite sem sincronizar',
    descricao: 'Depois de quantos dias sem sincronizar o aplicativo deixa de vender.',
    padrao: 3,
    unidade: 'dias',
    de: 1,
    ate: 60,
  }),
  fvDescontoMaximo: decimal({
    ...field,
    titulo: 'Desconto máximo em campo',
    descricao: 'Maior desconto que o aplicativo aceita em um item.',
    padrao: '5',
    unidade: '%',
    de: '0',
    ate: '100',
    casas: 2,
  }),
  fvMostraEstoque: yesNo({
    ...field,
    titulo: 'Mostrar estoque em campo',
    descricao: 'O aplicativo mostra as quantidades em estoque da filial.',
    padrao: true,
  }),
  fvMostraClientesOutros: yesNo({
    ...field,
    titulo: 'Clientes de outros vendedores',
    descricao: 'O aplicativo também leva os clientes que outros vendedores da filial atendem.',
    padrao: false,
  }),
  fvExigeLocalizacao: yesNo({
    ...field,
    titulo: 'Exigir localização na visita',
    descricao: 'O aplicativo só registra uma visita com a localização do aparelho.',
    padrao: false,
  }),
  fvMensagemInicial: words({
    ...field,
    titulo: 'Mensagem de abertura',
    descricao: 'Texto que o aplicativo mostra ao abrir.',
    padrao: null,
    semValor: 'nenhuma mensagem',
    maximo: 200,
  }),
};
