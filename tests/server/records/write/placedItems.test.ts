import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { customerType } from '#contract/records/customers.ts';
import type { RecordData, RecordFields } from '#contract/records/fields/recordField.ts';
import { withPlacedItems } from '#server/records/write/placedItems.ts';

const PHONES = customerType.campos.telefones;
const MAILS = customerType.campos.emails;

const number = fc.constantFrom('1133334444', '1133335555', '11988887777', '1132221010', '9232321010');
const word = fc.constantFrom('Loja', 'Compras', 'Casa');
const phone = fc.record({ numero: number, descricao: word }, { requiredKeys: ['numero'] });
const mail = fc.record(
  { email: fc.constantFrom('a@loja.com', 'b@loja.com', 'c@loja.com'), descricao: word },
  { requiredKeys: ['email'] },
);
const lists = [
  {
    field: PHONES,
    existing: listOf(phone, ({ numero }) => String(numero)),
    cell: partOf({ numero: number, descricao: word }),
  },
  {
    field: MAILS,
    existing: listOf(mail, (one) => `${one.email} ${one.descricao ?? ''}`),
    cell: partOf({ email: mail.map(({ email }) => email), descricao: word }),
  },
];

function listOf(item: fc.Arbitrary<RecordData>, selector: (item: RecordData) => string) {
  return fc.uniqueArray(item, { maxLength: 5, selector });
}

/** What a line says of an item: some of its cells. */
function partOf(cells: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<RecordData> {
  return fc.record(cells, { requiredKeys: [] }).filter((item) => Object.keys(item).length > 0);
}

const placesOf = (cell: fc.Arbitrary<RecordData>) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), cell), {
      maxLength: 3,
      selector: ([place]) => place,
    })
    .map((items) => ({ items: new Map(items), replaces: false }));

/** What names nobody, or somebody twice, is refused. */
function isSound(
  { codigo, campos }: { codigo: readonly string[]; campos: RecordFields },
  items: RecordData[],
) {
  const demanded = codigo.filter((key) => campos[key]?.obrigatorio);
  const keys = items.map((item) => codigo.map((key) => item[key] ?? '').join());
  return (
    items.every((item) => demanded.every((key) => item[key] !== undefined)) &&
    new Set(keys).size === keys.length
  );
}

describe.each(lists)('list items named by columns', ({ field, existing, cell }) => {
  it('change nothing where they equal what is stored, however many they are', () => {
    fc.assert(
      fc.property(existing, fc.nat(6), (list, many) => {
        const items = new Map(list.slice(0, many).map((item, at) => [at + 1, item]));
        expect(withPlacedItems(field, list, { items, replaces: false }).items).toEqual(list);
      }),
    );
  });

  it('leave the other items as they are, in their order', () => {
    fc.assert(
      fc.property(existing, placesOf(cell), (list, placed) => {
        const { items, sources } = withPlacedItems(field, list, placed);
        expect(sources.flatMap(({ storedIndex: stood }) => stood ?? [])).toEqual(
          list.map((_, index) => index),
        );
        const untouched = sources.flatMap(({ storedIndex: stood, place }, at) =>
          place === undefined ? [[stood, at]] : [],
        );
        for (const [stood = -1, at = -1] of untouched) expect(items[at]).toEqual(list[stood]);
      }),
    );
  });

  it('change nothing when they are applied a second time', () => {
    fc.assert(
      fc.property(existing, placesOf(cell), (list, placed) => {
        const once = withPlacedItems(field, list, placed).items;
        fc.pre(isSound(field, once));
        expect(withPlacedItems(field, once, placed).items).toEqual(once);
      }),
    );
  });

  it('replace the whole list where empty cells clear', () => {
    fc.assert(
      fc.property(existing, placesOf(cell), (list, { items }) => {
        const said = [...items].sort(([one], [other]) => one - other).map(([, item]) => item);
        expect(withPlacedItems(field, list, { items, replaces: true }).items).toEqual(said);
      }),
    );
  });
});

it('columns find an item by its key before they take a place for it', () => {
  const [loja, casa] = [{ numero: '1133334444', descricao: 'Loja' }, { numero: '1133335555' }];
  const items = new Map([
    [1, { numero: '(11) 3333-5555', descricao: 'Casa' }],
    [2, { numero: '1132221010' }],
  ]);
  expect(withPlacedItems(PHONES, [loja, casa], { items, replaces: false })).toEqual({
    items: [loja, { ...casa, descricao: 'Casa' }, { numero: '1132221010' }],
    sources: [{ storedIndex: 0 }, { storedIndex: 1, place: 1 }, { place: 2 }],
  });
});
