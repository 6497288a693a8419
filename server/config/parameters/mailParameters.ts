import { choice, mailAddress, words, yesNo } from './kinds.ts';

const mails = { area: 'SAC', grupo: 'E-mails' } as const;

/** What decides on e-mails about tickets, out and in. */
export const MAIL_PARAMETERS = {
  avisosPorEmail: yesNo({
    ...mails,
    titulo: 'Avisar clientes por e-mail',
    descricao: 'Respostas públicas e mudanças de etapa vão ao contato e a quem abriu o ticket.',
    padrao: true,
    porFilial: true,
  }),
  emailRemetenteNome: words({
    ...mails,
    titulo: 'Nome do remetente',
    descricao: 'Quem o cliente vê que escreveu.',
    padrao: null,
    semValor: 'o nome que está em SMTP_FROM',
    porFilial: true,
    maximo: 80,
  }),
  emailRemetente: mailAddress({
    ...mails,
    titulo: 'Endereço do remetente',
    descricao: 'Precisa ser um endereço que o servidor de SMTP aceita enviar.',
    padrao: null,
    semValor: 'o endereço que está em SMTP_FROM',
    porFilial: true,
  }),
  emailResposta: mailAddress({
    ...mails,
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
