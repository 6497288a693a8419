import {
  DEFAULT_CALCULATION_DECIMALS,
  DEFAULT_PERCENT_DECIMALS,
  DEFAULT_VALUE_DECIMALS,
} from '#contract/rules/format.ts';
import { MAX_PRICE_PLACES, PRICE_PLACES } from '#contract/rules/orders/unitPrice.ts';
import { PASSWORD_BOUNDS, STANDARD_PASSWORD } from '#contract/rules/person.ts';
import { choice, color, integer, megabytes, words, yesNo } from './kinds.ts';

/** Why these stay where they are when others travel to another installation. */
const OWN_NAME = 'É o nome e a marca de quem usa esta instalação.';

const company = { area: 'GERAL', grupo: 'Empresa e sessão' } as const;

/** The company's name and the length of a session. */
export const COMPANY_PARAMETERS = {
  nomeEmpresa: words({
    ...company,
    fica: OWN_NAME,
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
  senhaMinimo: integer({
    ...company,
    titulo: 'Tamanho mínimo de uma senha',
    descricao: 'Vale para senhas novas; as que já existem continuam valendo. O recomendado é 12 (OWASP).',
    padrao: STANDARD_PASSWORD.minimo,
    unidade: 'caracteres',
    de: PASSWORD_BOUNDS.minimo,
    ate: 64,
  }),
  senhaMaximo: integer({
    ...company,
    titulo: 'Tamanho máximo de uma senha',
    descricao:
      'Vale para senhas novas. Com 64 ou mais cabem frases e o que um gerenciador de senhas cria; menor que o mínimo, vale o mínimo.',
    padrao: STANDARD_PASSWORD.maximo,
    unidade: 'caracteres',
    de: STANDARD_PASSWORD.maximo,
    ate: PASSWORD_BOUNDS.maximo,
  }),
};

const brand = { area: 'GERAL', grupo: 'Marca', porFilial: true, fica: OWN_NAME } as const;

/** How the company shows itself on paper, in e-mails and to those who pay; the logo is a file (docs/production.md). */
export const BRAND_PARAMETERS = {
  marcaNome: words({
    ...brand,
    titulo: 'Nome da marca',
    descricao: 'No alto dos PDFs, das páginas que se imprimem, dos e-mails e da página de pagamento.',
    padrao: null,
    semValor: 'O nome fantasia da filial.',
    maximo: 80,
  }),
  marcaEndereco: words({
    ...brand,
    titulo: 'Endereço da marca',
    descricao: 'Uma linha: rua, cidade, telefone, site, o que o cliente precisa para falar com vocês.',
    padrao: null,
    semValor: 'O endereço do cadastro da filial.',
    maximo: 200,
  }),
  marcaCor: color({
    ...brand,
    titulo: 'Cor da marca',
    descricao:
      'A faixa no alto dos PDFs, das páginas que se imprimem, dos e-mails e da página de pagamento, como #RRGGBB.',
    padrao: '#1F6FEB',
  }),
};

const figures = { area: 'GERAL', grupo: 'Números e valores', recarga: true } as const;

/** How figures are shown and calculated. */
export const FIGURE_PARAMETERS = {
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
  casasPreco: integer({
    ...figures,
    titulo: 'Casas decimais dos preços',
    descricao:
      'Quantas o preço de uma unidade pode ter, digitado, mostrado e guardado. Totais têm sempre duas.',
    padrao: PRICE_PLACES,
    unidade: 'casas',
    de: 2,
    ate: MAX_PRICE_PLACES,
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
};

const lists = { area: 'GERAL', grupo: 'Listas e arquivos', recarga: true } as const;

/** Limits of lists and files. */
export const LIST_PARAMETERS = {
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
};

const retentionFacts = {
  area: 'GERAL',
  grupo: 'Guarda de registros',
  de: 0,
  fica: 'O que uma guarda menor apaga não voltaria ao desfazer o pacote.',
} as const;

/** How long growing data is kept. Zero keeps it forever. */
export const RETENTION_PARAMETERS = {
  anosAuditoria: integer({
    ...retentionFacts,
    titulo: 'Anos que a auditoria é guardada',
    descricao:
      'O que é mais antigo é apagado, um mês inteiro por vez, e a própria auditoria diz quanto. Com 0 nada é apagado. Menos de um ano nunca é apagado, nem por quem administra o banco por engano.',
    padrao: 5,
    unidade: 'anos',
    ate: 50,
  }),
  mesesEmails: integer({
    ...retentionFacts,
    titulo: 'Meses que os e-mails enviados são guardados',
    descricao:
      'Os e-mails que saíram, e os que falharam de vez, saem da caixa de saída depois disto. O que ainda vai ser enviado fica. Com 0 nada é apagado.',
    padrao: 24,
    unidade: 'meses',
    ate: 600,
  }),
};

/** How long changes are available to other systems. */
export const FEED_PARAMETERS = {
  diasMudancas: integer({
    area: 'GERAL',
    grupo: 'Integração',
    titulo: 'Dias que as mudanças ficam para outros sistemas',
    descricao:
      'Um sistema que não lê /dados/v1/mudancas por mais tempo que isto precisa ler os cadastros por inteiro de novo.',
    padrao: 90,
    unidade: 'dias',
    de: 7,
    ate: 730,
  }),
  diasFalhaWebhook: integer({
    area: 'GERAL',
    grupo: 'Integração',
    titulo: 'Dias de falha até desligar um webhook',
    descricao: 'Um endereço que só falha por tantos dias é desligado, e os administradores recebem um aviso.',
    padrao: 5,
    unidade: 'dias',
    de: 1,
    ate: 60,
  }),
};

/** Who may publish a definition. */
export const PUBLICATION_PARAMETERS = {
  publicacaoSegundaPessoa: yesNo({
    fica: 'Decide quem publica pacotes aqui.',
    area: 'GERAL',
    grupo: 'Publicação',
    titulo: 'Segunda pessoa para publicar',
    descricao: 'Quem escreveu um rascunho de configuração não pode publicá-lo.',
    padrao: false,
  }),
};
