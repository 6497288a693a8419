import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { pageEntityOf, pageOf } from '#contract/map/recordPages.ts';
import { standardType } from '#contract/records/index.ts';

/** What is seen only in lists, and refers to nothing that has a page. */
const WITHOUT = ['campanhas', 'nomes_de_registros'];

it.each(Object.keys(ENTITIES).filter((key) => !WITHOUT.includes(key)))(
  'rows of %s lead to a page: their own, or that of what they belong to',
  (key) => {
    const fields = Object.keys(ENTITIES[key]?.campos ?? {});
    expect(fields.some((field) => pageEntityOf(ENTITIES, key, field) !== undefined)).toBe(true);
  },
);

it('names only pages that the console has', () => {
  const app = readFileSync('src/App.tsx', 'utf8');
  for (const key of Object.keys(ENTITIES)) {
    const [, area = '', type = ''] = (pageOf(key, 7) ?? '').split('/');
    if (area === 'cadastros') expect([key, standardType(type)?.chave]).toEqual([key, type]);
    else if (area)
      expect([
        area,
        app.includes(area) || ['tickets', 'clientes', 'pedidos', 'pessoas'].includes(area),
      ]).toEqual([area, true]);
  }
  expect(pageOf('proprio_contratos_de_comodato', 7)).toBe('/cadastros/contratos-de-comodato/7');
  expect(pageOf('constructor', 7)).toBeNull();
});
