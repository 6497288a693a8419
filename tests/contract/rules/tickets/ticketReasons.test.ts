import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Reason, ReasonLevel } from '#contract/rules/tickets/ticketType.ts';
import {
  chooseReason,
  reasonProblems,
  reasonsOfPath,
  shownLevels,
  withDefaults,
} from '#contract/rules/tickets/ticketType.ts';

const reason = (id: number, subnivel: ReasonLevel | null = null, padrao = false): Reason => ({
  id,
  descricao: `Motivo ${id}`,
  padrao,
  informa: false,
  subnivel,
});
const level = (obrigatorio: boolean, ...itens: Reason[]): ReasonLevel => ({ obrigatorio, itens });

/** 1 → 11 (single, mandatory) → 111 or 112 (optional); 2 → 21 (default) or 22; 3 has no further level. */
const tree = level(
  true,
  reason(1, level(true, reason(11, level(false, reason(111), reason(112))))),
  reason(2, level(false, reason(21, null, true), reason(22))),
  reason(3),
);

describe('shown levels of reasons', () => {
  it('appear one by one, the first as Motivo and the others as Submotivo', () => {
    expect(shownLevels(tree, []).map(({ level, label, required }) => [level, label, required])).toEqual([
      [1, 'Motivo', true],
    ]);
    expect(shownLevels(tree, [1, 11]).map(({ label, chosen }) => [label, chosen?.id])).toEqual([
      ['Motivo', 1],
      ['Submotivo', 11],
      ['Submotivo', undefined],
    ]);
    expect(shownLevels(null, [1])).toEqual([]);
  });
});

describe('choosing a reason', () => {
  it('selects a single mandatory option and a default by itself', () => {
    expect(chooseReason(tree, [], 1, 1)).toEqual([1, 11]);
    expect(chooseReason(tree, [1, 11, 111], 1, 2)).toEqual([2, 21]);
    expect(chooseReason(tree, [2, 21], 2, 22)).toEqual([2, 22]);
  });
  it('clears the levels below, and does not reselect what was cleared', () => {
    expect(chooseReason(tree, [1, 11, 111], 2, null)).toEqual([1]);
    expect(chooseReason(tree, [1, 11], 1, null)).toEqual([]);
  });
  it('starts with the options that need no choice', () => {
    expect(withDefaults(level(true, reason(9)), [])).toEqual([9]);
    expect(withDefaults(level(false, reason(9)), [])).toEqual([]);
    expect(withDefaults(tree, [])).toEqual([]);
  });
});

describe('problems of chosen reasons', () => {
  it.each([
    [[], { motivo1: 'Escolha o motivo.' }],
    [[1], { motivo2: 'Escolha o submotivo.' }],
    [[1, 11], {}],
    [[3], {}],
    [[1, 11, 999], { motivo3: 'Este motivo não está mais disponível. Escolha outro.' }],
    [[999], { motivo1: 'Este motivo não está mais disponível. Escolha outro.' }],
    [[3, 31], { motivo2: 'Este motivo não está mais disponível. Escolha outro.' }],
  ])('%p gives %p', (path, expected) => {
    expect(
      Object.fromEntries(reasonProblems(tree, path).map(({ field, message }) => [field, message])),
    ).toEqual(expected);
  });

  it('never arise from choices that the screen offers, except in mandatory levels', () => {
    const ids = fc.constantFrom(1, 2, 3, 11, 111, 112, 21, 22);
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), ids));
    fc.assert(
      fc.property(steps, (choices) => {
        let path: readonly (number | null)[] = [];
        for (const [at, id] of choices) {
          const offered = shownLevels(tree, path)[at - 1]?.options.some((option) => option.id === id);
          if (offered) path = chooseReason(tree, path, at, id);
        }
        expect(reasonsOfPath(tree, path).map(({ id }) => id)).toEqual(path);
        const open = shownLevels(tree, path).filter(({ required, chosen }) => required && !chosen);
        expect(reasonProblems(tree, path)).toHaveLength(open.length);
      }),
    );
  });
});
