import fs from 'node:fs';
import { expect, it } from '@jest/globals';
import { openapi } from '../../server/docs/openapi.ts';

it('says in docs/openapi.json what the catalogue says (npm run openapi)', () => {
  const committed = JSON.parse(fs.readFileSync('docs/openapi.json', 'utf8'));
  expect(openapi()).toEqual(committed);
});
