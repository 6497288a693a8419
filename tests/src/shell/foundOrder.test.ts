import { expect, it } from '@jest/globals';
import { foundOrder } from '#src/shell/commandPalette/foundOrder.ts';

const KEY = '52060433009911002506550120000007800267301615';

it.each([
  ['812', 'tickets'],
  ['1234567', 'tickets'],
  ['11.222.333/0001-81', 'customers'],
  ['529.982.247-25', 'customers'],
  ['(11) 98765-4321', 'customers'],
  ['+55 11 98765-4321', 'customers'],
  ['NF 4512', 'records'],
  ['nfe 4512', 'records'],
  [KEY, 'records'],
  [KEY.replace(/(.{4})/g, '$1 '), 'records'],
  ['mercado são joão', 'customers'],
  ['pedido 88', 'orders'],
  ['cliente 88', 'customers'],
])('%s finds %s first', (typed, first) => {
  const order = foundOrder(typed);
  expect(order[0]).toBe(first);
  expect(new Set(order).size).toBe(4);
});
