import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { publishedDefinition } from '#server/config/definitions/queries.ts';
import { writeVersion } from '#server/config/definitions/versions.ts';
import type { Db } from '#server/db/client.ts';

/** Makes a published type one from before scopes were declared, which no door publishes any more. */
export async function withdrawScope(db: Db, key: string): Promise<void> {
  const published = await publishedDefinition<CustomTypeDefinition>(db, 'records', key);
  if (!published) throw new Error(`${key} is not published`);
  const { escopo: _, ...content } = published.content;
  await db.transaction((tx) =>
    writeVersion(tx, {
      kind: 'records',
      key,
      content: { ...content },
      source: 'ARQUIVO',
      authorId: null,
      note: '',
    }),
  );
}
