import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import { fileFields, filesHeld } from '#contract/rules/fields/fieldFiles.ts';
import { type FieldValues, presentValue } from '#contract/rules/fields/fieldValues.ts';
import { totalSizeProblems } from '#contract/rules/files.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketAttachments } from '#server/db/tables/index.ts';
import { invalid } from '#server/errors.ts';
import { releaseFiles } from '#server/storedFiles.ts';
import { attachedFiles } from './attachedFiles.ts';
import type { ChangingTicket } from './changeTicket.ts';

interface GivenFields {
  fields: readonly ExtraField[];
  /** What the locked record has. */
  before: FieldValues;
  values: FieldValues;
  /** Where the caller's body has the fields, to which a refusal leads: 'campos.'. */
  at: string;
}

interface FilesOfFields {
  /** The values with the files as they are stored: what a caller says of a file is not believed. */
  values: FieldValues;
  added: { id: string; field: ExtraField }[];
  removed: string[];
}

/**
 * What the given values of a locked ticket or customer do to the files of its extra fields. A file that the field has already stays, whoever
 * sent it; any other has to be an upload of this person that nothing uses yet, so that nobody reads a file by naming it.
 */
export async function filesOfFields(
  tx: Tx,
  { user }: Pick<ChangingTicket, 'user'>,
  { fields, before, values, at }: GivenFields,
): Promise<FilesOfFields> {
  const asked = fileFields(fields).map((field) => {
    const stood = filesHeld(before[field.chave]);
    const standingIds = new Set(stood.map(({ id }) => id));
    const given = filesHeld(values[field.chave]);
    return { field, stood, given, fresh: given.filter(({ id }) => !standingIds.has(id)) };
  });
  const fresh = asked.flatMap((each) => each.fresh.map(({ id }) => ({ id, field: each.field })));
  const named = fresh.map(({ id }) => ({ id, nome: '', mime: '', tamanho: 0 }));
  const { stored, problems } = await attachedFiles(tx, { arquivos: named }, user);
  const placed = problems.map(({ field, message }) => ({
    field: at + (fresh[Number(field.split('.')[1])]?.field.chave ?? ''),
    message,
  }));
  if (placed.length > 0) throw invalid(textsOf(placed));
  const changed = asked.filter(({ given, stood }) => given.length > 0 || stood.length > 0);
  const fieldFiles = changed.map(({ field, stood, given }) => {
    const byId = new Map([...stood.map((file) => [file.id, file] as const), ...stored]);
    return { field, files: given.flatMap(({ id }) => byId.get(id) ?? []) };
  });
  if (fresh.length > 0) {
    const { limiteArquivosBytes } = await serviceParameters(tx);
    const large = fieldFiles.flatMap(({ field, files: held }) =>
      totalSizeProblems(at + field.chave, held, limiteArquivosBytes),
    );
    if (large.length > 0) throw invalid(textsOf(large));
  }
  return {
    values: {
      ...values,
      ...Object.fromEntries(
        fieldFiles.flatMap(({ field, files: held }) =>
          held.length > 0 ? [[field.chave, presentValue(field, held)] as const] : [],
        ),
      ),
    },
    added: fresh,
    removed: asked.flatMap(({ stood, given }) =>
      stood.filter(({ id }) => !given.some((file) => file.id === id)).map(({ id }) => id),
    ),
  };
}

/** Files that a field no longer holds are uploads again of whoever took them out. */
export async function unlinkFiles(
  tx: Tx,
  ctx: Pick<ChangingTicket, 'user' | 'now'>,
  ticketId: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const removedFiles = await tx
    .delete(ticketAttachments)
    .where(
      and(
        eq(ticketAttachments.ticketId, ticketId),
        isNotNull(ticketAttachments.fieldKey),
        inArray(ticketAttachments.fileId, [...ids]),
      ),
    )
    .returning({ id: ticketAttachments.fileId });
  await releaseFiles(
    tx,
    ctx,
    removedFiles.map(({ id }) => id),
  );
}
