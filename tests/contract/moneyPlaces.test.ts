import { expect, it } from '@jest/globals';
import { placesOf } from '#contract/records/fields/fieldSchema.ts';
import type { RecordFields } from '#contract/records/fields/recordField.ts';
import { standardTypes } from '#contract/records/index.ts';

/** Money per unit, or as a tax document has it. Everything else is an amount: shown, summed and kept in cents. */
const WITH_MORE = [
  'historico-pedidos.itens.preco',
  'notas.itens.impostos.valor',
  'notas.itens.valorNaNota',
  'notas.itens.valorSemImpostos',
  'notas.itens.valorUnitario',
  'precos-tinta.valor',
  'precos.preco',
  'produtos.custo',
  'produtos.preco',
  'rotas-frete.trechos.porQuilo',
];

const moneyOf = (fields: RecordFields, path: string): [string, number][] =>
  Object.entries(fields).flatMap(([key, field]) => [
    ...(field.tipo === 'DINHEIRO' ? [[`${path}.${key}`, placesOf(field)] as [string, number]] : []),
    ...moneyOf(field.campos ?? {}, `${path}.${key}`),
  ]);

it('keeps no decimal of an amount that screens do not show', () => {
  const hidden = Object.entries(standardTypes).flatMap(([key, { campos }]) =>
    moneyOf(campos, key).flatMap(([path, places]) => (places > 2 ? [path] : [])),
  );
  expect(hidden.sort()).toEqual(WITH_MORE);
});
