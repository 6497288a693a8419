import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TicketType } from '#contract/rules/tickets/ticketType.ts';
import { missingGoods, nothingToJudge, typeChangeProblems } from '#contract/rules/tickets/typeChange.ts';

const LIMITS = { today: '2026-11-28', maxItems: 100, maxBytes: 1_000 };
const flag = fc.constantFrom(0, 1, 2);
const reason = { id: 7, descricao: 'Avaria', padrao: false, informa: true };

const type: fc.Arbitrary<TicketType> = fc
  .record({
    usa_assunto: flag,
    usa_nota: flag,
    usa_produto: flag,
    usa_nota_produto: flag,
    usa_prorrogacao: flag,
    usa_mensagem: flag,
    usa_transportadora: flag,
    usa_consumidor_final: flag,
    asks: fc.boolean(),
  })
  .map(({ asks, ...flags }) => ({
    id: 1,
    chave: 'X',
    desc: 'X',
    menu: 'M',
    gera_espelho_devolucao: false,
    ...flags,
    motivos: asks ? { obrigatorio: true, itens: [reason] } : null,
  }));

const ticket = fc.record({
  input: fc.record({
    assunto: fc.constantFrom('', 'Latas'),
    mensagem: fc.constantFrom('', ' ', 'Chegou amassado'),
    motivo1: fc.constantFrom(null, 7, 8),
    transportadora_id: fc.constantFrom(null, 3),
    responsavel_prorrogacao: fc.constantFrom(null, 'TRANSPORTADORA' as const),
    responsavel_prorrogacao_id: fc.constantFrom(null, 3),
    dias_atraso_prorrogacao: fc.constantFrom(null, 0, 5),
  }),
  goods: fc.record({ bought: fc.nat(2), loose: fc.nat(2), invoices: fc.nat(2) }),
  withoutReason: fc.constantFrom([], ['10 - Lata']),
  consumer: fc.boolean(),
});

describe('changing the type of a ticket', () => {
  it('lets through exactly the tickets that could have been opened with the type', () => {
    fc.assert(
      fc.property(ticket, type, (given, to) => {
        const { input, goods } = given;
        const informs = to.motivos !== null && input.motivo1 === 7;
        const demands = [
          to.usa_assunto < 2 || input.assunto !== '',
          to.motivos === null ? input.motivo1 === null : input.motivo1 === 7,
          to.usa_consumidor_final < 2 || given.consumer,
          to.usa_nota < 2 || goods.invoices > 0,
          to.usa_produto < 2 || goods.loose > 0,
          to.usa_nota_produto < 2 || goods.bought > 0,
          to.usa_nota_produto === 0 || given.withoutReason.length === 0,
          (to.usa_mensagem < 2 && !informs) || input.mensagem.trim() !== '',
          to.usa_transportadora < 2 || input.transportadora_id !== null,
          to.usa_prorrogacao === 0 ||
            (input.responsavel_prorrogacao !== null &&
              input.responsavel_prorrogacao_id !== null &&
              input.dias_atraso_prorrogacao === 5),
        ];
        expect(typeChangeProblems(given, to, LIMITS).length === 0).toBe(demands.every(Boolean));
      }),
    );
  });

  it('leaves no step that judges lines anything to be true of none', () => {
    fc.assert(
      fc.property(type, (to) => {
        const none = { bought: 0, loose: 0, invoices: 0 };
        const usesNone = to.usa_nota_produto === 0 && to.usa_produto === 0;
        expect(nothingToJudge(to, 0)).toBe(!usesNone);
        expect(nothingToJudge(to, 1)).toBe(false);
        if (to.usa_nota_produto === 2 || to.usa_produto === 2) expect(missingGoods(to, none)).not.toEqual([]);
      }),
    );
  });
});
