import { megabytesToBytes } from '../../../contract/rules/fileText.ts';
import {
  DEFAULT_CALCULATION_DECIMALS,
  DEFAULT_PERCENT_DECIMALS,
  DEFAULT_VALUE_DECIMALS,
} from '../../../contract/rules/format.ts';
import { AGENDA_PARAMETERS } from './agendaParameters.ts';
import { CONTACT_PARAMETERS } from './contactParameters.ts';
import { FIELD_SALES_PARAMETERS } from './fieldSalesParameters.ts';
import {
  choice,
  days,
  decimal,
  integer,
  megabytes,
  type ParameterRow,
  switches,
  words,
  workHours,
  yesNo,
} from './kinds.ts';
import { ORDER_PARAMETERS } from './orderParameters.ts';
import { QUOTE_PARAMETERS } from './quoteRules.ts';

export type { ParameterArea } from './kinds.ts';

/** By key, prefixes removed. */
export type ParameterValues = Readonly<Record<string, unknown>>;

const company = { area: 'GERAL', grupo: 'Empresa e sessão' } as const;
const tickets = { area: 'SAC', grupo: 'Tickets', porFilial: true } as const;
const dueTimes = { area: 'SAC', grupo: 'Prazos e expediente', porFilial: true } as const;
const registration = { area: 'GERAL', grupo: 'Cadastro de clientes', recarga: true } as const;
const freight = { area: 'CALLCENTER', grupo: 'Frete e entrega' } as const;
const callCenter = { area: 'CALLCENTER', grupo: 'Call-center', porFilial: true, recarga: true } as const;
const figures = { area: 'GERAL', grupo: 'Números e valores', recarga: true } as const;
const lists = { area: 'GERAL', grupo: 'Listas e arquivos', recarga: true } as const;

/**
 * Every parameter: what it is called, what it may hold, what holds without a value (DOMAIN.md section 7). The
 * screen, the refusals of a write, the seed and what the service reads all come from here.
 */
export const PARAMETERS = {
  nomeEmpresa: words({
    ...company,
    titulo: 'Nome da empresa',
    descricao: 'Aparece no console e nos e-mails.',
    padrao: 'Balcão',
    maximo: 60,
    publico: true,
    recarga: true,
  }),
  horasSessao: integer({
    ...company,
    titulo: 'Duração da sessão',
    descricao: 'Tempo sem uso até a pessoa precisar entrar de novo.',
    padrao: 12,
    unidade: 'horas',
    de: 1,
    ate: 720,
  }),
  maximoItensTicket: integer({
    ...tickets,
    titulo: 'Máximo de itens de um ticket',
    descricao: 'Quantas linhas de produto cabem em um ticket.',
    padrao: 100,
    unidade: 'itens',
    de: 1,
    ate: 500,
    recarga: true,
  }),
  diasLimiteDevolucao: integer({
    ...tickets,
    titulo: 'Limite para devolução',
    descricao: 'Idade da nota fiscal mais antiga que se pode escolher.',
    padrao: null,
    semValor: 'cinco anos; o filtro começa em 180 dias',
    unidade: 'dias',
    de: 1,
    ate: 1825,
    recarga: true,
  }),
  diasReaberturaConsumidor: integer({
    ...tickets,
    titulo: 'Reabertura pelo consumidor',
    descricao: 'Depois de finalizado, até quando o consumidor pode reabrir o ticket.',
    padrao: 7,
    unidade: 'dias',
    de: 0,
    ate: 365,
  }),
  diasReaberturaEquipe: integer({
    ...tickets,
    titulo: 'Reabertura pela equipe',
    descricao: 'Depois de finalizado, até quando a equipe pode reabrir; supervisores não têm limite.',
    padrao: 30,
    unidade: 'dias',
    de: 0,
    ate: 3650,
  }),
  toleranciaEspelho: decimal({
    ...tickets,
    titulo: 'Tolerância do espelho',
    descricao: 'Diferença aceita entre a nota de devolução e o espelho.',
    padrao: '0.10',
    unidade: 'R$',
    de: '0',
    ate: '1000',
    casas: 2,
  }),
  expediente: workHours({
    ...dueTimes,
    titulo: 'Expediente',
    descricao: 'Dias e horas em que os prazos correm, no relógio da filial.',
    padrao: { dias: [1, 2, 3, 4, 5], inicio: '08:00', fim: '18:00' },
  }),
  feriados: days({
    ...dueTimes,
    titulo: 'Feriados locais',
    descricao: 'Dias sem expediente além dos feriados nacionais, que já são contados.',
    padrao: [],
  }),
  horasAvisoPrazo: integer({
    ...dueTimes,
    titulo: 'Aviso de prazo',
    descricao: 'Horas úteis antes do prazo em que o ticket passa a "vencendo".',
    padrao: 4,
    unidade: 'horas',
    de: 1,
    ate: 200,
  }),
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
  exibeNegociarPreco: yesNo({
    ...callCenter,
    titulo: 'Negociar preços',
    descricao: 'Quem vende pode pedir um preço abaixo da tabela para uma linha do orçamento.',
    padrao: true,
  }),
  exibeMargemLucro: yesNo({
    ...callCenter,
    titulo: 'Mostrar custo e margem',
    descricao: 'Quem decide preços vê o custo do produto e a margem de cada preço.',
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
  minimoIsencaoFrete: decimal({
    ...freight,
    titulo: 'Isenção de frete',
    descricao: 'Total do orçamento a partir do qual o cliente não paga frete.',
    padrao: null,
    semValor: 'nunca isenta',
    unidade: 'R$',
    de: '0.01',
    ate: '99999999',
    casas: 2,
    porFilial: true,
  }),
  percentualFreteEmbutido: decimal({
    ...freight,
    titulo: 'Frete embutido nos preços',
    descricao: 'Parte dos preços que já é frete; o cliente paga só o que passar dela.',
    padrao: '0',
    unidade: '%',
    de: '0',
    ate: '100',
    casas: 3,
    porFilial: true,
  }),
  cadastraEnderecoEntrega: yesNo({
    ...freight,
    titulo: 'Cadastrar endereço de entrega',
    descricao: 'Quem vende pode criar um endereço de entrega do cliente.',
    padrao: true,
    recarga: true,
  }),
  permiteRemoverEndereco: yesNo({
    ...freight,
    titulo: 'Remover endereço de entrega',
    descricao: 'Quem vende pode remover um endereço de entrega do cliente.',
    padrao: true,
    recarga: true,
  }),
  diasConsultaNotas: integer({
    area: 'CALLCENTER',
    grupo: 'Call-center',
    titulo: 'Período das notas fiscais',
    descricao: 'Quantos dias para trás a aba de notas fiscais do cliente mostra quando abre.',
    padrao: 45,
    unidade: 'dias',
    de: 1,
    ate: 1825,
    recarga: true,
  }),
  boletoAgencia: words({
    ...freight,
    grupo: 'Call-center',
    titulo: 'Agência dos boletos',
    descricao: 'Agência da empresa no banco que cobra, sem dígito.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 4,
    porFilial: true,
  }),
  boletoConta: words({
    ...freight,
    grupo: 'Call-center',
    titulo: 'Conta dos boletos',
    descricao: 'Conta da empresa no banco que cobra, sem dígito.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 7,
    porFilial: true,
  }),
  boletoCarteira: words({
    ...freight,
    grupo: 'Call-center',
    titulo: 'Carteira dos boletos',
    descricao: 'Carteira de cobrança contratada com o banco.',
    padrao: null,
    semValor: 'o console não emite boletos',
    maximo: 3,
    porFilial: true,
  }),
  ...AGENDA_PARAMETERS,
  ...FIELD_SALES_PARAMETERS,
  ...CONTACT_PARAMETERS,
  ...ORDER_PARAMETERS,
  ...QUOTE_PARAMETERS,
  tipoImposto: choice({
    ...figures,
    titulo: 'Imposto nos preços',
    descricao: 'Como os preços são validados.',
    padrao: 'BRUTO',
    de: { BRUTO: 'Bruto', LIQUIDO: 'Líquido' },
  }),
  casasDecimaisValor: integer({
    ...figures,
    titulo: 'Casas decimais dos valores',
    descricao: 'Em que os valores em dinheiro são mostrados.',
    padrao: DEFAULT_VALUE_DECIMALS,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  casasDecimaisPercentual: integer({
    ...figures,
    titulo: 'Casas decimais dos percentuais',
    descricao: 'Em que os percentuais são mostrados.',
    padrao: DEFAULT_PERCENT_DECIMALS,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  casasDecimaisCalculo: integer({
    ...figures,
    titulo: 'Casas decimais dos cálculos',
    descricao: 'Entregue na carga inicial aos sistemas que calculam por conta própria.',
    padrao: DEFAULT_CALCULATION_DECIMALS,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  casasDecimaisMoeda: integer({
    ...figures,
    titulo: 'Casas decimais dos campos de dinheiro',
    descricao: 'Entregue na carga inicial aos sistemas que recebem valores digitados.',
    padrao: 2,
    unidade: 'casas',
    de: 0,
    ate: 8,
  }),
  arredondaValorFinal: yesNo({
    ...figures,
    titulo: 'Arredondar o valor final',
    descricao: 'Entregue na carga inicial aos sistemas que calculam por conta própria.',
    padrao: true,
  }),
  LIMITE_TAMANHO_MAXIMO_ARQUIVOS: megabytes({
    ...lists,
    titulo: 'Tamanho dos anexos',
    descricao: 'Soma de todos os arquivos de um envio.',
    padrao: 25,
    unidade: 'MB',
    de: 1,
    ate: 200,
    publico: true,
  }),
  itensPorPagina: integer({
    ...lists,
    titulo: 'Linhas por página',
    descricao: 'Entregue na carga inicial aos sistemas que listam por conta própria.',
    padrao: 25,
    unidade: 'linhas',
    de: 5,
    ate: 100,
  }),
  maximoItensPorPagina: integer({
    ...lists,
    titulo: 'Máximo de linhas por página',
    descricao: 'Entregue na carga inicial aos sistemas que listam por conta própria.',
    padrao: 100,
    unidade: 'linhas',
    de: 10,
    ate: 100,
  }),
  publicacaoSegundaPessoa: yesNo({
    area: 'GERAL',
    grupo: 'Publicação',
    titulo: 'Segunda pessoa para publicar',
    descricao: 'Quem escreveu um rascunho de configuração não pode publicá-lo.',
    padrao: false,
  }),
};

type Parameters = typeof PARAMETERS;
export type ParameterKey = keyof Parameters;
type ReadBy<R> = R extends ParameterRow<infer T> ? T : never;

/** The rows as an installation begins with them. What has no default is not stored until somebody sets it. */
export const STANDARD_PARAMETERS = Object.entries<ParameterRow>(PARAMETERS)
  .filter(([, { padrao }]) => padrao !== null)
  .map(([key, { area, padrao, titulo, publico }]) => ({
    area,
    key,
    value: padrao,
    description: titulo,
    public: publico === true,
  }));

/** What holds nothing until somebody sets it. */
type Unset = 'minimoIsencaoFrete' | 'boletoAgencia' | 'boletoConta' | 'boletoCarteira';

/** What the service reads: each parameter in its own type, a value of another kind counting as absent. */
export type ServiceParameters = Omit<
  { [K in ParameterKey]: ReadBy<Parameters[K]> },
  'LIMITE_TAMANHO_MAXIMO_ARQUIVOS' | Unset
> & { [K in Unset]: ReadBy<Parameters[K]> | null } & {
  /** Sum of all files of one command. */
  limiteArquivosBytes: number;
  /** First date of the invoice filter, in days back: the return window, or 180 without one. */
  diasFiltroInicial: number;
};

/** Without the parameter an invoice may be five years old (document 000 section 9), and the filter is shorter. */
const LONGEST_WINDOW = 1825;
const FIRST_FILTER = 180;

export function readServiceParameters(values: ParameterValues): ServiceParameters {
  const entries = Object.entries<ParameterRow>(PARAMETERS).map(([key, { read, padrao }]) => [
    key,
    read(values[key]) ?? read(padrao),
  ]);
  const { LIMITE_TAMANHO_MAXIMO_ARQUIVOS: megabytes, ...read } = Object.fromEntries(entries);
  const window = read.diasLimiteDevolucao;
  return {
    ...read,
    limiteArquivosBytes: megabytesToBytes(Number(megabytes)),
    diasLimiteDevolucao: window ?? LONGEST_WINDOW,
    diasFiltroInicial: window ?? FIRST_FILTER,
  };
}
