import fs from 'node:fs';
import { jsonText } from '../server/docs/jsonText.ts';
import { openapi } from '../server/docs/openapi.ts';

// The committed description: a test compares it with the catalogue, so that a change of the API is seen in review.
fs.writeFileSync('docs/openapi.json', `${jsonText(openapi())}\n`);
