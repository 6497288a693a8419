import { UNPROVEN_RULES } from '#contract/rules/nfe/noteTrust.ts';
import { choice, days, decimal, integer, mailAddress, saleCodes, words, workHours, yesNo } from './kinds.ts';

const tickets = { area: 'SAC', grupo: 'Tickets', porFilial: true } as const;

/** Tickets. */
export const TICKET_PARAMETERS = {
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
  limiteValorSugestao: decimal({
    ...tickets,
    titulo: 'Valor que uma pessoa sempre olha',
    descricao: 'Na análise de uma devolução, uma linha que vale mais do que isto não tem aprovação sugerida.',
    padrao: null,
    semValor: 'sem limite',
    unidade: 'R$',
    de: '0.01',
    ate: '10000000',
    casas: 2,
  }),
  devolucoesParaQualidade: integer({
    ...tickets,
    titulo: 'Devoluções que avisam a qualidade',
    descricao:
      'Na análise, a partir de quantas devoluções de um mesmo produto em 30 dias se diz que convém avisar a qualidade.',
    padrao: 3,
    unidade: 'devoluções',
    de: 2,
    ate: 1000,
  }),
  cfopsDeVenda: saleCodes({
    area: 'SAC',
    grupo: 'Tickets',
    titulo: 'Outros CFOPs que são venda',
    descricao:
      'Códigos de saída que, nesta empresa, valem como venda ao ler XMLs, além dos que a tabela oficial chama de venda: 5949, 6949.',
    padrao: null,
    semValor: 'nenhum: vale a tabela oficial',
  }),
  notaSemCadeia: choice({
    area: 'SAC',
    grupo: 'Tickets',
    titulo: 'Nota sem cadeia conferida',
    descricao:
      'O que vale a nota importada cujo certificado não chega a uma raiz que a empresa pôs em Certificados da NF-e.',
    padrao: 'ATE_HAVER_CERTIFICADOS',
    de: UNPROVEN_RULES,
  }),
};

const dueTimes = { area: 'SAC', grupo: 'Prazos e expediente', porFilial: true } as const;

/** When the due times of tickets run, and from when a ticket counts as nearly late. */
export const DUE_TIME_PARAMETERS = {
  expediente: workHours({
    ...dueTimes,
    titulo: 'Expediente',
    descricao:
      'Horários de cada dia da semana em que os prazos correm, no relógio da filial. Prazos já marcados ficam como estão; o novo horário vale para os que forem marcados daqui em diante.',
    padrao: { semana: [[], ...Array.from({ length: 5 }, () => [{ inicio: '08:00', fim: '18:00' }]), []] },
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
    descricao:
      'Horas úteis antes do prazo em que o ticket passa a "vencendo". Numa etapa curta, nunca antes da metade do prazo dela.',
    // Half the shortest step of the standard flows: with all of it, a new ticket would be nearly late at once.
    padrao: 2,
    unidade: 'horas',
    de: 1,
    ate: 200,
  }),
};

const mails = { area: 'SAC', grupo: 'E-mails' } as const;

/** Why these stay where they are when others travel to another installation. */
const OWN_ADDRESS = 'É o endereço de quem usa esta instalação.';

/** Outgoing and incoming e-mails about tickets. */
export const MAIL_PARAMETERS = {
  avisosPorEmail: yesNo({
    ...mails,
    titulo: 'Avisar clientes por e-mail',
    descricao: 'Respostas públicas e mudanças de etapa vão ao contato e a quem abriu o ticket.',
    padrao: true,
    porFilial: true,
  }),
  pesquisaSatisfacao: yesNo({
    ...mails,
    titulo: 'Perguntar como foi o atendimento',
    descricao:
      'Depois que um ticket é finalizado, o contato recebe um e-mail com cinco notas; não vai a quem não quer ser contatado.',
    padrao: false,
    porFilial: true,
  }),
  diasResponderPesquisa: integer({
    ...mails,
    titulo: 'Prazo para responder à pesquisa',
    descricao: 'Depois dele, o link do e-mail só mostra a resposta.',
    padrao: 30,
    unidade: 'dias',
    de: 1,
    ate: 365,
    porFilial: true,
  }),
  diasMudarPesquisa: integer({
    ...mails,
    titulo: 'Prazo para mudar a resposta da pesquisa',
    descricao: 'Contado da primeira resposta.',
    padrao: 7,
    unidade: 'dias',
    de: 0,
    ate: 90,
    porFilial: true,
  }),
  emailRemetenteNome: words({
    ...mails,
    fica: OWN_ADDRESS,
    titulo: 'Nome do remetente',
    descricao: 'Quem o cliente vê que escreveu.',
    padrao: null,
    semValor: 'o nome que está em SMTP_FROM',
    porFilial: true,
    maximo: 80,
  }),
  emailRemetente: mailAddress({
    ...mails,
    fica: OWN_ADDRESS,
    titulo: 'Endereço do remetente',
    descricao: 'Precisa ser um endereço que o servidor de SMTP aceita enviar.',
    padrao: null,
    semValor: 'o endereço que está em SMTP_FROM',
    porFilial: true,
  }),
  emailResposta: mailAddress({
    ...mails,
    fica: OWN_ADDRESS,
    titulo: 'Endereço de resposta',
    descricao:
      'A caixa que o Balcão lê, e que aceita +complementos. As respostas dos clientes entram no ticket por ela.',
    padrao: null,
    semValor: 'nenhum: as respostas vão ao remetente e não entram no ticket',
    porFilial: true,
  }),
  emailDesconhecido: choice({
    ...mails,
    titulo: 'E-mail de cliente sem ticket',
    descricao: 'O que se faz com um e-mail novo de um endereço que é de um só cliente.',
    padrao: 'ESPERAR',
    porFilial: true,
    de: { ESPERAR: 'Espera por alguém em E-mails recebidos', ABRIR: 'Abre um ticket' },
  }),
  diasOriginalEmail: integer({
    ...mails,
    fica: 'O que uma guarda menor apaga não voltaria ao desfazer o pacote.',
    titulo: 'Guarda do e-mail original',
    descricao: 'Por quanto tempo o original de um e-mail recebido pode ser baixado. O que se leu dele fica.',
    padrao: 365,
    unidade: 'dias',
    de: 1,
    ate: 3650,
  }),
  emailTipoTicket: words({
    ...mails,
    titulo: 'Tipo do ticket aberto por e-mail',
    descricao:
      'Chave do tipo, por exemplo DUVIDA_PRODUTO. Precisa ser um tipo que não pede nota nem produtos.',
    padrao: null,
    semValor: 'nenhum: o e-mail espera por alguém',
    porFilial: true,
    maximo: 60,
  }),
};
