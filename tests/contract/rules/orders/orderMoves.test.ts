import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderStatus } from '#contract/catalogs/orderStatus.ts';
import { ACTION_RULES, ORDER_ACTIONS } from '#contract/rules/orders/orderActions.ts';
import {
  actionsOf,
  moveRefusal,
  type OrderFacts,
  statusBeforeLoss,
  statusOn,
  statusPath,
} from '#contract/rules/orders/orderMoves.ts';

const QUOTE = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'];
const facts: fc.Arbitrary<OrderFacts> = fc
  .record({
    status: fc.constantFrom(...orderStatus.map(({ value }) => value)),
    releasedTo: fc.constantFrom(null, 'B2B' as const, 'FV' as const),
    channel: fc.constantFrom('CALLCENTER', 'FV'),
    link: fc.constantFrom(null, 'AGUARDANDO' as const, 'PAGO' as const, 'EXPIRADO' as const),
    lostFrom: fc.constantFrom(
      null,
      'COTACAO' as const,
      'ORCAMENTO_ANALISE' as const,
      'ATIVO' as const,
      'VENCIDO' as const,
    ),
  })
  .map((made) => ({
    ...made,
    stage: QUOTE.includes(made.status) ? ('ORCAMENTO' as const) : ('PEDIDO' as const),
  }));
const action = fc.constantFrom(...ORDER_ACTIONS);

describe('order actions', () => {
  it('pass only through transitions that the catalogue allows', () => {
    fc.assert(
      fc.property(facts, action, fc.boolean(), (at, what, online) => {
        if (moveRefusal(what, at)) return;
        let from = at.status;
        for (const next of statusPath(what, at.status, { online, lostFrom: at.lostFrom })) {
          expect(orderStatus.find(({ value }) => value === from)?.next).toContain(next);
          from = next;
        }
      }),
    );
  });

  it('are reduced to e-mail, PDF and copy once the order has ended', () => {
    const ended = orderStatus.filter(({ next, value }) => next.length === 0 && value !== 'PERDIDO');
    for (const { value } of ended)
      expect(
        actionsOf(
          {
            stage: 'PEDIDO',
            status: value,
            releasedTo: null,
            channel: 'CALLCENTER',
            link: null,
            lostFrom: null,
          },
          () => true,
        ),
      ).toEqual(['ENVIAR_EMAIL', 'BAIXAR_PDF', 'DUPLICAR']);
  });
});

describe('availability of order actions', () => {
  it('means exactly that an action is not refused, and is permitted', () => {
    fc.assert(
      fc.property(facts, (at) => {
        const all = actionsOf(at, () => true);
        for (const each of ORDER_ACTIONS) expect(all.includes(each)).toBe(moveRefusal(each, at) === null);
        expect(actionsOf(at, () => false)).toEqual([]);
      }),
    );
  });

  it('makes no new quote of a blocked customer', () => {
    fc.assert(
      fc.property(facts, (at) => {
        const open = actionsOf(at, () => true);
        expect(actionsOf({ ...at, blocked: true }, () => true)).toEqual(
          open.filter((each) => each !== 'DUPLICAR' && each !== 'INCLUIR'),
        );
        expect(open).toContain('DUPLICAR');
      }),
    );
  });

  it('is limited to recovery for a released quote', () => {
    fc.assert(
      fc.property(facts, (at) => {
        if (!at.releasedTo || at.stage === 'PEDIDO') return;
        for (const each of actionsOf(at, () => true)) expect(ACTION_RULES[each].whileReleased).toBe(true);
      }),
    );
  });

  it('is refused with a reason', () => {
    const at = {
      stage: 'ORCAMENTO',
      status: 'VENCIDO',
      releasedTo: null,
      channel: 'CALLCENTER',
      link: null,
      lostFrom: null,
    } as const;
    expect(moveRefusal('SALVAR_PEDIDO', at)).toEqual({
      code: 'ORCAMENTO_VENCIDO',
      message: 'O orçamento está vencido. Renove-o antes de continuar.',
    });
    expect(moveRefusal('RENOVAR', at)).toBeNull();
    expect(moveRefusal('CANCELAR', at)?.code).toBe('ETAPA_ERRADA');
  });
});

it('an active quote expires on the day after its validity', () => {
  expect(statusOn('ATIVO', '2026-11-21', '2026-11-21')).toBe('ATIVO');
  expect(statusOn('ATIVO', '2026-11-20', '2026-11-21')).toBe('VENCIDO');
  expect(statusOn('COTACAO', '2026-11-20', '2026-11-21')).toBe('COTACAO');
});

it('a loss is undone within a day, to the status from which it was lost', () => {
  const lostAt = new Date('2026-11-20T15:00:00Z');
  const after = (milliseconds: number) => new Date(lostAt.getTime() + milliseconds);
  const lost = { status: 'PERDIDO', lostAt, lostFrom: 'ATIVO' } as const;
  expect(statusBeforeLoss(lost, after(86_399_999))).toBe('ATIVO');
  expect(statusBeforeLoss(lost, after(86_400_000))).toBeNull();
  expect(statusBeforeLoss({ ...lost, lostAt: null }, after(0))).toBeNull();
  expect(statusBeforeLoss({ ...lost, status: 'ATIVO' }, after(0))).toBeNull();
  const at = { stage: 'ORCAMENTO', status: 'PERDIDO', releasedTo: null, channel: 'FV', link: null } as const;
  const closed = { ...at, lostFrom: null };
  expect(moveRefusal('REABRIR', { ...closed, lossIsFinal: true })?.code).toBe('PERDIDO_HA_MAIS_DE_UM_DIA');
  // Of a loss that nobody wrote down no age is told.
  expect(moveRefusal('REABRIR', closed)).toMatchObject({
    code: 'PERDA_SEM_REGISTRO',
    message: expect.not.stringContaining('mais de um dia'),
  });
  expect(statusPath('REABRIR', 'PERDIDO', { lostFrom: 'VENCIDO' })).toEqual(['VENCIDO']);
});
