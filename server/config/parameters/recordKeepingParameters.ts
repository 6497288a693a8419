import { integer, yesNo } from './kinds.ts';

const kept = { area: 'GERAL', grupo: 'Guarda de registros', de: 0 } as const;

/** How long growing data is kept. Zero keeps it forever. */
export const RETENTION_PARAMETERS = {
  anosAuditoria: integer({
    ...kept,
    titulo: 'Anos que a auditoria é guardada',
    descricao:
      'O que é mais antigo é apagado, um mês inteiro por vez, e a própria auditoria diz quanto. Com 0 nada é apagado. Menos de um ano nunca é apagado, nem por quem administra o banco por engano.',
    padrao: 5,
    unidade: 'anos',
    ate: 50,
  }),
  mesesEmails: integer({
    ...kept,
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
    area: 'GERAL',
    grupo: 'Publicação',
    titulo: 'Segunda pessoa para publicar',
    descricao: 'Quem escreveu um rascunho de configuração não pode publicá-lo.',
    padrao: false,
  }),
};
