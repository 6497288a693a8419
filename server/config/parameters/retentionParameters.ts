import { integer } from './kinds.ts';

const kept = { area: 'GERAL', grupo: 'Guarda de registros', de: 0 } as const;

/** How long it is kept what only grows. Zero keeps it for ever. */
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
