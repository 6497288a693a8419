import { describe, expect, it } from '@jest/globals';
import { consumerMode, typesFor, wizardSteps } from '#contract/rules/tickets/ticketWizard.ts';
import { bare } from './wizardAnswers.ts';

describe('steps of the wizard', () => {
  it('always start with request and customer, and end with the confirmation', () => {
    expect(wizardSteps(bare).map(({ value }) => value)).toEqual(['SOLICITACAO', 'CLIENTE', 'CONFIRMACAO']);
    expect(wizardSteps(null)).toHaveLength(3);
  });
  it('follow the flags of the type, in the documented order', () => {
    const all = {
      ...bare,
      usa_produto: 1,
      usa_nota: 2,
      usa_nota_produto: 1,
      usa_prorrogacao: 1,
      usa_mensagem: 1,
      usa_transportadora: 1,
    };
    expect(wizardSteps(all).map(({ label }) => label)).toEqual([
      'Escolha a sua solicitação',
      'Selecione Cliente e filial',
      'Selecione os Produtos',
      'Selecione Notas Fiscais',
      'Selecione Produtos ou Notas Fiscais',
      'Informe os dados de prorrogação',
      'Detalhes',
      'Informe a Transportadora',
      'Confirme as informações',
    ]);
  });
  it('offer consumers only the types that allow them', () => {
    const types = [0, 1, 2].map((usa_consumidor_final) => ({ ...bare, usa_consumidor_final }));
    expect(typesFor(types, { consumer: true })).toHaveLength(2);
    expect(typesFor(types, { consumer: false })).toHaveLength(3);
    expect(types.map((type) => consumerMode(type, { consumer: false }))).toEqual([
      'OFF',
      'OFFERED',
      'FORCED',
    ]);
    expect(types.map((type) => consumerMode(type, { consumer: true }))).toEqual([
      'FORCED',
      'FORCED',
      'FORCED',
    ]);
  });
});
