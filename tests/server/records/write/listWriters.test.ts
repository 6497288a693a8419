import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as tables from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { itemTables } from '#server/records/write/referrers.ts';
import { sourceFiles } from '#tests/support/sourceFiles.ts';

/**
 * A form of a whole record shows its lists and writes them back, so whoever else changes a list must bump the record's version
 * by one of these, or the form would undo the change without a conflict.
 */
const BUMPS =
  /\b(changeCustomer|noteListChange)\(|set version = version \+ 1|version: sql`\$\{\w+\.version\} \+ 1`/;

/** Files that need no bump, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'server/callcenter/customerPanel/bulkCustomers.ts':
    'returns its change to the caller, which passes it to changeCustomer',
  'server/sac/invoices/noteUnits.ts': 'writes how a unit leads to base units, which is no field of the list',
  'server/sac/nfe/writeInvoices.ts': 'creates the invoice itself',
  'server/sac/registration/commands.ts': 'serves writeCustomer and saveRecords, which bump',
  'server/sac/registration/register.ts': 'creates the customer itself',
  'server/sac/tickets/change/lineHolds.ts': 'changes what was returned, which is no field of the list',
  'server/sac/tickets/create/writeTicket.ts': 'creates the customer itself',
  'server/session/account/newAccount.ts': 'creates the customer itself',
};

const names = new Set(
  Object.values(mappedTypes).flatMap(({ mapping }) =>
    itemTables(mapping).map(({ table }) => getTableName(table)),
  ),
);
const variables = Object.entries(tables).flatMap(([key, table]) =>
  is(table, PgTable) && names.has(getTableName(table)) ? [key] : [],
);
const WRITES = new RegExp(
  `\\.(?:insert|update|delete)\\((?:${variables.join('|')})\\)|\\browOf\\((?:${variables.join('|')}),|insertMany\\(\\w+, (?:${variables.join('|')})\\b|(?:into|update|delete from) \\$\\{(?:${variables.join('|')})\\}`,
);

const writers = sourceFiles('server')
  .filter((file) => !/^server\/(?:records|db|demonstration)\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => WRITES.test(text));

it('lists of a record are changed elsewhere only with its version, so that an open form notices', () => {
  expect(variables).toEqual(
    expect.arrayContaining(['customerContacts', 'deliveryAddresses', 'customerBranches']),
  );
  const silent = writers.filter(({ file, text }) => !(file in EXEMPT) && !BUMPS.test(text));
  expect(silent.map(({ file }) => file)).toEqual([]);
});

it('exempts no file that changes no list any more', () => {
  expect(Object.keys(EXEMPT).filter((file) => !writers.some((one) => one.file === file))).toEqual([]);
});
