import { describe, expect, it } from '@jest/globals';
import {
  type GroupedCustomer,
  groupName,
  groupObstacle,
  MOST_MEMBERS,
} from '#contract/rules/customers/customerGroup.ts';

const customer = (id: number, part: Partial<GroupedCustomer> = {}): GroupedCustomer => ({
  id,
  document: `1122233300018${id}`,
  simulation: false,
  erased: false,
  group: null,
  ...part,
});
const codeOf = (one: Partial<GroupedCustomer>, other: Partial<GroupedCustomer>) =>
  groupObstacle(customer(1, one), customer(2, other))?.code;

describe('linking two customers as a group', () => {
  it('is for two with documents of their own, of whom at most one stands in a group', () => {
    expect(codeOf({}, {})).toBeUndefined();
    expect(codeOf({ group: { id: 5, members: 2 } }, {})).toBeUndefined();
    expect(codeOf({}, { group: { id: 5, members: 2 } })).toBeUndefined();
  });

  it.each([
    ['MESMO_CLIENTE', {}, { id: 1 }],
    ['SEM_DOCUMENTO', {}, { document: 'S0000000002' }],
    ['ELIMINADO', { erased: true }, {}],
    ['SIMULACAO', { simulation: true }, {}],
    ['JA_LIGADOS', { group: { id: 5, members: 2 } }, { group: { id: 5, members: 2 } }],
    ['OUTRO_GRUPO', { group: { id: 5, members: 2 } }, { group: { id: 6, members: 2 } }],
    ['GRUPO_CHEIO', { group: { id: 5, members: MOST_MEMBERS } }, {}],
  ] as const)('is refused as %s otherwise', (code, one, other) => {
    expect(codeOf(one, other)).toBe(code);
  });

  it('is not named after a person unless somebody types it', () => {
    expect(groupName({ fant: 'Mercado Azul', cnpj: '11222333000181' })).toBe('Mercado Azul');
    expect(groupName({ fant: 'Clara', cnpj: '77700000088' })).toBe('');
    expect(groupName({ rede: 'Rede Azul', fant: 'Clara', cnpj: '77700000088' })).toBe('Rede Azul');
  });
});
