import type { RetentionKind } from '../rules/privacy/retention.ts';
import type { CatalogRow } from './catalog.ts';

interface KindWords {
  titulo: string;
  /** One and many of what is counted. */
  um: string;
  muitos: string;
  /** Behind a count of one and of many: 'que terminaram antes de 10/03/2021'. */
  antes: readonly [um: string, muitos: string];
  /** From when its months are counted. */
  desde: string;
  /** What becomes of it. */
  sai: string;
  /** What stays all the same. */
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
