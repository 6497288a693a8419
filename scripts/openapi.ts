import fs from 'node:fs';
import { openapi } from '#server/docs/openapi.ts';
import { jsonText } from './jsonText.ts';

// The committed description. A test compares it with the catalogue, so that API changes are visible in review.
fs.writeFileSync('docs/openapi.json', `${jsonText(openapi())}\n`);
