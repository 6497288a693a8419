import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as tables from '#server/db/tables/index.ts';
import { FEED_TYPE_OF, OUTSIDE_FEED } from '#server/feed/writeFeed.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

it('maps every table of the record types to its type', () => {
  for (const [key, { mapping }] of Object.entries(mappedTypes))
    expect([mapping.entity, FEED_TYPE_OF[mapping.entity]]).toEqual([mapping.entity, key]);
});

/** Tables of the feed that are written apart from their audit entry, each with the reason why no change is missed. */
const OUTSIDE_BOTH: Readonly<Record<string, string>> = {
  'server/callcenter/orderCore/coupons.ts coupons': 'the count of uses is no field of the type',
  'server/callcenter/orderCore/coupons.ts orders': 'whoever changed the order audits it',
  'server/callcenter/orderCore/totals.ts orders':
    'whoever changed the order audits it; sums that follow a product are no change of the order',
  'server/callcenter/orders/change/stock.ts product_stock': 'what is reserved is no field of the type',
  'server/callcenter/negotiations/decide.ts price_negotiations': 'told by record.ts',
  'server/callcenter/negotiations/request.ts price_negotiations': 'told by record.ts',
  'server/records/standard/invoices/invoiceEffects.ts invoices':
    'a count beside the invoice, which its record tells',
  'server/sac/customers/fieldFiles.ts customers': 'the undoing of a merge tells of both customers',
  'server/sac/invoices/commands.ts customers': 'what is owed and the last purchase are no fields of the type',
  'server/sac/nfe/kept/readAgain.ts invoices':
    'what the stored file always said: once after an upgrade, for every note that came as a file',
  'server/sac/tickets/split/index.ts tickets': 'told by changeTicket, once the part is whole',
  'server/sac/registration/register.ts customer_contacts': 'told by tellContacts of writeCustomer.ts',
};

it('knows every writer of a table in the feed', () => {
  const named = new Map(
    Object.entries(tables).flatMap(([name, table]) =>
      is(table, PgTable) ? [[name, getTableName(table)]] : [],
    ),
  );
  const untold = sourceFiles('server')
    .filter((path) => !path.startsWith('server/db/'))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const written = [...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)].map(([, name = '']) =>
        named.get(name),
      );
      return [...new Set(written)].flatMap((table) =>
        table && Object.hasOwn(FEED_TYPE_OF, table) && !text.includes(`'${table}'`)
          ? [`${path} ${table}`]
          : [],
      );
    });
  expect(untold.sort()).toEqual(Object.keys(OUTSIDE_BOTH).sort());
});

it('decides for every audited entity whether other systems are notified', () => {
  const audited = new Set(
    sourceFiles('server').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bentity: '([a-z_]+)'/g)].map(([, entity = '']) => entity),
    ),
  );
  const decided = [...Object.keys(FEED_TYPE_OF), ...Object.keys(OUTSIDE_FEED)];
  expect([...audited].filter((entity) => !decided.includes(entity))).toEqual([]);
  expect(Object.keys(OUTSIDE_FEED).filter((entity) => !audited.has(entity))).toEqual([]);
  expect(Object.keys(OUTSIDE_FEED).filter((entity) => Object.hasOwn(FEED_TYPE_OF, entity))).toEqual([]);
});
