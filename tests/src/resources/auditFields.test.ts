import { expect, it } from '@jest/globals';
import { ItemChange, QuoteChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { fieldName } from '#src/resources/audit/fieldName.ts';

const QUOTE = { entidade: 'orders' };

it('the audit names each field of a quote as its screen does', () => {
  const keys = Object.keys({ ...QuoteChange.properties, ...ItemChange.properties, idCli: 0, idFil: 0 });
  expect(keys.filter((key) => key !== 'id' && fieldName(QUOTE, key) === key)).toEqual([]);
  expect([fieldName(QUOTE, 'obsPedido'), fieldName(QUOTE, 'itens.1.qtde')]).toEqual([
    'Observação do pedido',
    'Mudanças de itens 2: Quantidade',
  ]);
  expect(fieldName({ entidade: 'people' }, 'nome')).toBe('nome');
});
