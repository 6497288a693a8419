import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { missingDocument } from '#contract/rules/documents.ts';
import { dossierOf } from '#server/config/privacy/dossier.ts';
import { holderOf, searchHolders } from '#server/config/privacy/holder.ts';
import { customers } from '#server/db/tables/index.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

it('the data of a first contact name no CPF until it is known', async () => {
  const { db, now } = server.deps;
  const id = 4711;
  const contact = { legalName: 'Quixadá Contato', tradeName: 'Quixadá', prospect: true };
  await db.insert(customers).values({ id, document: missingDocument(id), ...contact });
  expect(await searchHolders(db, 'Quixadá')).toMatchObject([{ tipo: 'CLIENTE', id, documento: '' }]);
  const dossier = JSON.stringify(await dossierOf(db, await holderOf(db, 'CLIENTE', id), now()));
  expect(dossier).toContain('Quixadá Contato');
  expect(dossier).not.toContain(missingDocument(id));
});
