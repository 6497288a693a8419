import { describe, expect, it } from '@jest/globals';
import { consumerMode, typesFor, wizardStations, wizardSteps } from '#contract/rules/tickets/ticketWizard.ts';
import { bare, context, reasons } from './wizardAnswers.ts';

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
  it('lead only through those that must be answered', () => {
    const stations = (flag: number, change: Parameters<typeof context>[1] = {}) => {
      const flags = { usa_produto: flag, usa_nota: flag, usa_nota_produto: flag, usa_transportadora: flag };
      const given = context({ ...flags, usa_mensagem: flag, usa_prorrogacao: 1 }, change);
      return wizardStations({}, given).map(({ value }) => value);
    };
    const ends = ['SOLICITACAO', 'CLIENTE', 'PRORROGACAO', 'CONFIRMACAO'];
    // An extension is never optional: its rule asks for all of it.
    expect(stations(1)).toEqual(ends);
    expect(stations(2)).toHaveLength(9);
    expect(stations(1, { consumer: true })).toHaveLength(9);
  });
  it('lead through the message as soon as a reason asks for an explanation', () => {
    const given = context({ usa_mensagem: 1, motivos: reasons(true) });
    const has = (motivo1: number | null) =>
      wizardStations({ motivo1 }, given).some(({ value }) => value === 'DETALHES');
    expect([has(null), has(7)]).toEqual([false, true]);
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
