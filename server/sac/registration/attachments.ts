import { inArray } from 'drizzle-orm';
import { totalSizeProblems } from '../../../contract/rules/attachments.ts';
import { textsOf } from '../../../contract/rules/problem.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerFiles, files } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { attachedFiles } from '../tickets/change/attachedFiles.ts';

const FIELD = 'empresa.anexos';

/** Types that a registration takes (document 001 section 5), by what a file truly is. */
const TYPES = [
  /^image\/(jpeg|png)$/,
  /^application\/pdf$/,
  /^application\/(msword|vnd\.ms-excel)$/,
  /^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet)$/,
];

/** Makes uploads files of a customer: the person's own, unused ones, of the right types, within the limit. */
export async function linkCustomerFiles(
  tx: Tx,
  ctx: Context,
  customerId: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const named = ids.map((id) => ({ id, nome: '', mime: '', tamanho: 0 }));
  const { stored, problems } = await attachedFiles(tx, { arquivos: named }, ctx.user);
  const { limiteArquivosBytes } = await serviceParameters(tx);
  const wrong = [
    ...problems.map(({ field, message }) => ({ field: field.replace('arquivos', FIELD), message })),
    ...ids.flatMap((id, index) => typeProblem(stored.get(id)?.mime, index)),
    ...totalSizeProblems(FIELD, [...stored.values()], limiteArquivosBytes),
  ];
  if (wrong.length > 0) throw invalid(textsOf(wrong));
  await tx.insert(customerFiles).values(ids.map((fileId) => ({ customerId, fileId, createdAt: ctx.now() })));
  await tx
    .update(files)
    .set({ linkedAt: ctx.now() })
    .where(inArray(files.id, [...ids]));
}

const typeProblem = (mime: string | undefined, index: number) =>
  mime === undefined || TYPES.some((type) => type.test(mime))
    ? []
    : [
        {
          field: `${FIELD}.${index}`,
          message: 'Este tipo de arquivo não é aceito. Envie .jpg, .png, .pdf, .doc, .docx, .xls ou .xlsx.',
        },
      ];
