import type { ValidateFunction } from 'ajv/dist/2020.js';
import { eq } from 'drizzle-orm';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import { errorTexts } from '../../../contract/rules/forms/formMessages.ts';
import type { Executor } from '../../db/client.ts';
import { formValidators } from '../../db/tables/index.ts';
import { canonicalText } from '../definitions/hash.ts';
import { compileModule, moduleHash } from './compileModule.ts';
import { formAjv, ROOT } from './formAjv.ts';
import { Recent } from './recent.ts';

/**
 * Address of the compiled validator of a schema, compiled and stored when nobody did yet. The same schema has the
 * same address in every process.
 */
export async function validatorAddress(db: Executor, schema: JsonSchema): Promise<string> {
  const hash = await moduleHash(schema);
  if ((await validatorCode(db, hash)) === null) {
    const code = await compileModule(schema);
    await db.insert(formValidators).values({ hash, code }).onConflictDoNothing();
    codes.set(hash, code);
  }
  return `/config/validadores/${hash}.js`;
}

/** The module of a hash; `null` when there is none. */
export async function validatorCode(db: Executor, hash: string): Promise<string | null> {
  const known = codes.get(hash);
  if (known !== undefined) return known;
  const [row] = await db
    .select({ code: formValidators.code })
    .from(formValidators)
    .where(eq(formValidators.hash, hash));
  if (!row) return null;
  codes.set(hash, row.code);
  return row.code;
}

/** What the server says of form data: texts by JSON pointer; empty when the data is good. The browser's very rules. */
export function formErrors(schema: JsonSchema, data: unknown): Record<string, string> {
  const judge = judgeOf(schema);
  return judge(data) ? {} : errorTexts(schema, judge.errors ?? []);
}

const codes = new Recent<string>(200);
const judges = new Recent<ValidateFunction>(200);

function judgeOf(schema: JsonSchema): ValidateFunction {
  const key = canonicalText(schema);
  const known = judges.get(key);
  if (known) return known;
  const judge = formAjv(schema).getSchema(ROOT);
  if (!judge) throw new Error('a schema without a judge');
  judges.set(key, judge);
  return judge;
}
