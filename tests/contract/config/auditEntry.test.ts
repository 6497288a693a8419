import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { auditDifferences, joinedChange } from '#contract/config/people/audit.ts';

type State = Record<string, string>;

/** What a write of one state over another tells: only the fields that differ. */
function changeOf(old: State, present: State) {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(present)])].filter(
    (key) => old[key] !== present[key],
  );
  const only = (state: State) =>
    Object.fromEntries(keys.flatMap((key) => (key in state ? [[key, state[key]]] : [])));
  return { before: only(old), after: only(present) };
}

describe('changes told as one', () => {
  it('lead from the first state to the last one', () => {
    const state = fc.dictionary(fc.constantFrom('cidade', 'uf', 'nome'), fc.constantFrom('a', 'b', ''));
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 6 }), (states) => {
        const changes = states.slice(1).map((present, at) => changeOf(states[at] as State, present));
        const { before, after } = joinedChange(changes);
        const whole = changeOf(states[0] as State, states.at(-1) as State);
        expect(new Set(auditDifferences(before, after).map((each) => JSON.stringify(each)))).toEqual(
          new Set(auditDifferences(whole.before, whole.after).map((each) => JSON.stringify(each))),
        );
      }),
    );
  });

  it('name what numbers refer to', () => {
    const names = { 'filial/3': 'Santos', 'filiais/1': 'Matriz' };
    expect(auditDifferences({ filial: 1 }, { filial: 3 }, names)).toEqual([
      { field: 'filial', before: '1', after: 'Santos (3)' },
    ]);
    expect(auditDifferences(null, { acesso: { filiais: [1, 3] } }, names)).toEqual([
      { field: 'acesso.filiais', before: null, after: 'Matriz (1), 3' },
    ]);
  });
});
