/** The kinds of personal data that the console holds of somebody, in the order in which they are shown. */
export const PRIVACY_GROUPS = [
  'CADASTRO',
  'IDENTIDADE',
  'CONTATOS',
  'CONTA',
  'COMERCIAL',
  'PROPRIOS',
  'COMUNICACOES',
  'ATENDIMENTO',
  'FISCAL',
  'REGISTROS',
] as const;
export type PrivacyGroup = (typeof PRIVACY_GROUPS)[number];

interface GroupWords {
  titulo: string;
  /** What is in it. */
  conteudo: string;
  /** By which law it may have to stay, where it may; what has none goes at once. */
  fundamento?: string;
}

/**
 * The terms are those of the law of data protection (Lei 13.709/2018, arts. 16 and 18): what is not needed for a duty of the
 * law or to answer in court goes when its holder asks.
 */
export const privacyGroups: Readonly<Record<PrivacyGroup, GroupWords>> = {
  CADASTRO: {
    titulo: 'Dados do cadastro',
    conteudo: 'Endereços, telefone, e-mail, nascimento, respostas do cadastro e campos extras',
  },
  IDENTIDADE: {
    titulo: 'Nome e CPF',
    conteudo: 'Como a pessoa está identificada no cadastro de clientes',
    fundamento: 'Identificam o destinatário de notas fiscais que ainda são de guarda (CTN, arts. 173 e 195)',
  },
  CONTATOS: {
    titulo: 'Contatos e endereços de entrega',
    conteudo: 'Contatos, telefones, e-mails e endereços ligados ao cadastro',
  },
  CONTA: {
    titulo: 'Conta de acesso',
    conteudo: 'Conta com que entra no console, sessões, preferências e rascunhos',
  },
  COMERCIAL: {
    titulo: 'Atendimento comercial',
    conteudo: 'Textos de agendas, ligações, atendimentos, orçamentos, pedidos e do registro de atividade',
  },
  PROPRIOS: {
    titulo: 'Cadastros próprios',
    conteudo: 'Campos marcados como pessoais nos cadastros que a empresa criou',
  },
  COMUNICACOES: { titulo: 'E-mails', conteudo: 'E-mails que o console enviou à pessoa e recebeu dela' },
  ATENDIMENTO: {
    titulo: 'Tickets',
    conteudo: 'Assunto, mensagens, histórico e anexos dos tickets da pessoa',
    fundamento: 'Defesa em reclamação de consumo, 5 anos depois do fim do ticket (CDC, art. 27)',
  },
  FISCAL: {
    titulo: 'Notas fiscais',
    conteudo: 'Notas, títulos e os arquivos assinados delas',
    fundamento: 'Guarda de documento fiscal até o fim do quinto ano seguinte (CTN, arts. 173 e 195)',
  },
  REGISTROS: {
    titulo: 'Auditoria',
    conteudo: 'Quem fez o quê no console, pelo tempo que a empresa guarda a auditoria (Parâmetros)',
    fundamento: 'Prova do que foi feito e por quem (LGPD, arts. 16, I, e 37)',
  },
};
