import { cityOf } from '../../../config/forms/options/places.ts';
import type { postalCodes } from '../../tables/index.ts';
import type { DemoCustomer } from './customers.ts';
import { REGIONS } from './places.ts';

type Row = typeof postalCodes.$inferInsert;

/** Town by IBGE code, and the first five digits of the postal codes of its centre. */
const CAPITALS: readonly (readonly [ibge: string, prefix: string])[] = [
  ['2800308', '49010'],
  ['1600303', '68900'],
  ['5300108', '70040'],
  ['5002704', '79002'],
  ['5103403', '78005'],
  ['4205407', '88010'],
  ['2304400', '60010'],
  ['5208707', '74003'],
  ['2507507', '58010'],
  ['2704302', '57020'],
  ['2408102', '59012'],
  ['1721000', '77001'],
  ['2611606', '50010'],
  ['2927408', '40010'],
  ['2111300', '65010'],
  ['2211001', '64000'],
  ['3205309', '29010'],
];

/** Codes that people know by heart, one with a complement. */
const KNOWN: readonly Row[] = [
  place('01310100', 'Avenida Paulista', 'Bela Vista', '3550308', 'de 612 a 1510 - lado par'),
  place('01001000', 'Praça da Sé', 'Sé', '3550308', 'lado ímpar'),
  place('04538133', 'Avenida Brigadeiro Faria Lima', 'Itaim Bibi', '3550308'),
  place('22021001', 'Avenida Atlântica', 'Copacabana', '3304557'),
  place('30130010', 'Praça Sete de Setembro', 'Centro', '3106200'),
  place('69010001', 'Avenida Eduardo Ribeiro', 'Centro', '1302603'),
  // The whole town has one code, which knows no street.
  place('69400000', '', '', '1302504'),
];

/** The codes of the demonstration: of every customer, of the centre of each town it sells to, of the capitals. */
export function postalCodeRows(customers: readonly DemoCustomer[]): Row[] {
  const towns = REGIONS.flatMap(({ cities }) => cities.map(({ ibge, cep }) => [ibge, cep] as const));
  const centres = [...towns, ...CAPITALS].flatMap(([ibge, prefix]) => [
    place(`${prefix}010`, 'Rua do Comércio', 'Centro', ibge),
    place(`${prefix}020`, 'Praça da Matriz', 'Centro', ibge),
    place(`${prefix}100`, 'Avenida Brasil', 'Centro', ibge),
  ]);
  const own = customers.flatMap(({ row: { address } }) =>
    address?.cep
      ? [place(address.cep, address.logradouro ?? '', address.bairro ?? '', address.ibge ?? '')]
      : [],
  );
  return [...new Map([...own, ...centres, ...KNOWN].map((row) => [row.cep, row])).values()];
}

function place(cep: string, street: string, district: string, ibge: string, complement = ''): Row {
  const city = cityOf(ibge);
  if (!city) throw new Error(`no town ${ibge}`);
  return { cep, street, complement, district, city: city.cidade, state: city.uf, ibge };
}
