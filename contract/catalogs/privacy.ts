import type { RetentionKind } from '../rules/privacy/retention.ts';
import type { CatalogRow } from './catalog.ts';

/** The kinds of personal data that the console holds about a person, in display order. */
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
  conteudo: string;
  /** The law that may require retention; data without one is erased at once. */
  fundamento?: string;
}

/**
 * The retention periods follow the data protection law (Lei 13.709/2018, arts. 16 and 18): data not needed for a legal duty
 * or for a defence in court is erased when its holder asks.
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

interface KindWords {
  titulo: string;
  /** Singular and plural of what is counted. */
  um: string;
  muitos: string;
  /** The text after a count, singular and plural: 'que terminaram antes de 10/03/2021'. */
  antes: readonly [um: string, muitos: string];
  /** The event from which its months are counted. */
  desde: string;
  /** What is removed. */
  sai: string;
  /** What is kept nevertheless. */
  fica: string;
}

export const retentionKinds: Readonly<Record<RetentionKind, KindWords>> = {
  TICKETS: {
    titulo: 'Tickets, por tipo',
    um: 'ticket',
    muitos: 'tickets',
    antes: ['que terminou antes de', 'que terminaram antes de'],
    desde: 'Fim do ticket (finalizado ou cancelado)',
    sai: 'Assunto, mensagens, anexos, observações, campos extras e textos do histórico.',
    fica: 'O ticket com seu número, datas, etapas, motivos, produtos e custos. A lei o guarda inteiro por 5 anos depois do fim (CDC, art. 27).',
  },
  ANEXOS: {
    titulo: 'Anexos de tickets, por tipo',
    um: 'ticket com anexos',
    muitos: 'tickets com anexos',
    antes: ['que terminou antes de', 'que terminaram antes de'],
    desde: 'Fim do ticket (finalizado ou cancelado)',
    sai: 'Fotos e arquivos dos tickets.',
    fica: 'O resto do ticket. A lei guarda também os anexos por 5 anos depois do fim (CDC, art. 27).',
  },
  CLIENTES: {
    titulo: 'Clientes com CPF',
    um: 'pessoa',
    muitos: 'pessoas',
    antes: ['sem movimento desde antes de', 'sem movimento desde antes de'],
    desde:
      'Último movimento: ticket, orçamento, pedido, nota, agenda, atendimento, acesso ou mudança no cadastro',
    sai: 'Tudo o que sai quando a pessoa pede: cadastro, contatos, conta, textos, e-mails e tickets.',
    fica: 'O que foi vendido e devolvido, de ninguém. Notas, nome e CPF ficam até o fim do quinto ano depois da nota (CTN, arts. 173 e 195), tickets por 5 anos, e saem sozinhos depois.',
  },
  CONTAS: {
    titulo: 'Contas de consumidores',
    um: 'conta',
    muitos: 'contas',
    antes: ['sem acesso desde antes de', 'sem acesso desde antes de'],
    desde: 'Último acesso ou mudança da conta',
    sai: 'A conta com que o consumidor entra: nome, CPF, e-mail, telefone, preferências e rascunhos.',
    fica: 'O cadastro de cliente e os tickets da pessoa. Ela pode criar outra conta.',
  },
  CONTATOS: {
    titulo: 'Contatos de clientes',
    um: 'contato',
    muitos: 'contatos',
    antes: ['de cliente sem movimento desde antes de', 'de clientes sem movimento desde antes de'],
    desde: 'Último movimento do cliente, ou última mudança do contato',
    sai: 'O contato inteiro, e o que o registro de atividade do cliente diz dele.',
    fica: 'O cliente.',
  },
  REGISTROS: {
    titulo: 'Cadastros próprios',
    um: 'registro',
    muitos: 'registros',
    antes: ['que não muda desde antes de', 'que não mudam desde antes de'],
    desde: 'Última mudança do registro',
    sai: 'Os campos marcados como pessoais.',
    fica: 'O registro com os outros campos.',
  },
};

export const retentionStates: readonly CatalogRow[] = [
  { value: 'PARA_SEMPRE', label: 'Para sempre', color: 'secundaria', icon: 'Lock' },
  { value: 'RASCUNHO', label: 'Falta confirmar', color: 'aviso', icon: 'Pending' },
  { value: 'ATIVA', label: 'Ativa', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'PAUSADA', label: 'Pausada', color: 'secundaria', icon: 'Block' },
];
