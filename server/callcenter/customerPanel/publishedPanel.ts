import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PanelDefinition } from '../../../contract/rules/panel/panelDefinition.ts';
import { schemasFolder } from '../../config/definitions/metaSchema.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import type { Executor } from '../../db/client.ts';

/** The customer panel as it was published; the standard where the definitions were not loaded yet. */
export async function publishedPanel(db: Executor): Promise<PanelDefinition> {
  const published = await publishedDefinition<PanelDefinition>(db, 'panels', 'cliente');
  if (published) return published.content;
  return JSON.parse(await readFile(path.join(schemasFolder, 'panels', 'cliente.json'), 'utf8'));
}
