import type { WizardStepKey } from '#contract/catalogs/wizardStep.ts';
import type { TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import type { TicketType } from '#contract/rules/tickets/ticketType.ts';
import type { WizardContext } from '#contract/rules/tickets/ticketWizard.ts';

export const bare: TicketType = {
  id: 1,
  chave: 'T',
  desc: 'Tipo',
  menu: 'SOLICITACAO',
  usa_assunto: 0,
  usa_nota: 0,
  usa_produto: 0,
  usa_nota_produto: 0,
  usa_prorrogacao: 0,
  usa_mensagem: 0,
  usa_transportadora: 0,
  usa_consumidor_final: 0,
  gera_espelho_devolucao: true,
  motivos: null,
};
export const file = (tamanho: number) => ({
  id: '5f0c6c1e-0000-4000-8000-000000000001',
  nome: 'a.jpg',
  mime: 'image/jpeg',
  tamanho,
});
export const context = (
  type: Partial<TicketType> | null,
  change: Partial<WizardContext> = {},
): WizardContext => ({
  type: type && { ...bare, ...type },
  consumer: false,
  today: '2026-11-21',
  maxItems: 2,
  maxBytes: 1_048_576,
  itemContext: () => ({
    product: {
      purchased: '10',
      returnable: '4',
      units: [{ unit: 'UN', factor: '1' }],
      unavailable: false,
      photoRequired: false,
      divides: true,
    },
    reasons: [{ id: 1, descricao: 'Desacordo', padrao: false, informa: false, anexo_obrigatorio: false }],
  }),
  ...change,
});
export const item = { produto_id: 1, nfe: 'K1', qtd_solicitada: '2', motivo_id: 1 };
export const form = {
  documento: '700.000.007-44',
  nome: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  telefone: '11933334444',
  data_nascimento: '1990-01-31',
};
export const reasons = (informa: boolean) => ({
  obrigatorio: true,
  itens: [{ id: 7, descricao: 'Motivo', padrao: false, informa }],
});
export const customer = { origem: 'SAC', idCli: 1, idFil: 1 };

/** Step, description of the answers, context with the type, the answers, and the expected problems. */
export type Row = [WizardStepKey, string, WizardContext, TicketInput, Record<string, string>];
