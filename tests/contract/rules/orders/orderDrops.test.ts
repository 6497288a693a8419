import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type OrderStatus, orderStatus } from '#contract/catalogs/orderStatus.ts';
import { dropOf } from '#contract/rules/orders/orderDrops.ts';
import { moveRefusal, type OrderFacts, permissionOf, statusPath } from '#contract/rules/orders/orderMoves.ts';

const QUOTES: readonly OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'];
const at = (status: OrderStatus, given: Partial<OrderFacts> = {}): OrderFacts => ({
  stage: QUOTES.includes(status) ? 'ORCAMENTO' : 'PEDIDO',
  status,
  releasedTo: null,
  channel: 'CALLCENTER',
  link: null,
  lostFrom: null,
  ...given,
});
const anyone = { allowed: () => true };
const nobody = { allowed: () => false };

describe('a card let go in another column', () => {
  it('means only what is possible, permitted and ends there', () => {
    const statuses = fc.constantFrom(...orderStatus.map(({ value }) => value));
    fc.assert(
      fc.property(
        statuses,
        statuses,
        fc.constantFrom(null, 'B2B' as const),
        fc.constantFrom(null, 'AGUARDANDO' as const, 'PAGO' as const, 'EXPIRADO' as const),
        fc.constantFrom(null, 'ATIVO' as const, 'VENCIDO' as const),
        (from, to, releasedTo, link, lostFrom) => {
          const facts = at(from, { releasedTo, link, lostFrom });
          const drop = dropOf(facts, to, anyone);
          if (from === to) return expect(drop).toBeNull();
          if (drop && 'refusal' in drop) return expect(drop.refusal).toMatch(/\.$/);
          if (!drop) throw new Error('it says nothing');
          expect(moveRefusal(drop.action, facts)).toBeNull();
          expect(statusPath(drop.action, from, facts).at(-1)).toBe(to);
          const others = { allowed: (key: string) => key !== permissionOf(drop.action, facts.stage) };
          expect(dropOf(facts, to, others)).not.toEqual(drop);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is the action whose end that column is', () => {
    const found = (
      [
        [at('ATIVO'), 'PERDIDO'],
        [at('VENCIDO'), 'ATIVO'],
        [at('PERDIDO', { lostFrom: 'COTACAO' }), 'COTACAO'],
        [at('ANALISE'), 'LIBERADO'],
        [at('AGUARDANDO'), 'PAGAMENTO_PENDENTE'],
        [at('PAGAMENTO_EXPIRADO', { link: 'EXPIRADO' }), 'PAGAMENTO_PENDENTE'],
        [at('LIBERADO'), 'CANCELADO'],
      ] as const
    ).map(([facts, to]) => dropOf(facts, to, anyone));
    expect(found).toEqual(
      ['PERDER', 'RENOVAR', 'REABRIR', 'LIBERAR_FATURAMENTO', 'GERAR_LINK', 'GERAR_LINK', 'CANCELAR'].map(
        (action) => ({ action }),
      ),
    );
  });

  it('is refused with a sentence that says why', () => {
    const refusal = (facts: OrderFacts, to: OrderStatus, who = anyone) => {
      const drop = dropOf(facts, to, who);
      return drop && 'refusal' in drop ? drop.refusal : null;
    };
    expect(refusal(at('AGUARDANDO'), 'SEPARACAO')).toBe(
      'Um pedido na situação "Aguardando" não passa a "Separação" pelo quadro.',
    );
    expect(refusal(at('FATURADO'), 'CANCELADO')).toBe(
      'Um pedido na situação "Faturado" não pode ser cancelado.',
    );
    expect(refusal(at('PERDIDO', { lostFrom: 'VENCIDO' }), 'ATIVO')).toBe(
      'Reaberto, este orçamento volta a "Vencido".',
    );
    expect(refusal(at('PERDIDO', { lossIsFinal: true }), 'ATIVO')).toMatch(/há mais de um dia/);
    expect(refusal(at('ATIVO', { releasedTo: 'B2B' }), 'PERDIDO')).toMatch(/liberado na loja/);
    expect(refusal(at('ATIVO'), 'PERDIDO', nobody)).toBe('Seu perfil não permite essa mudança.');
  });
});
