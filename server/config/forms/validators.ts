import { createHash } from 'node:crypto';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';
import { errorTexts } from '../../../contract/rules/forms/formMessages.ts';
import { Recent } from '../../recent.ts';
import { canonicalText } from '../definitions/rules.ts';
import { formAjv, ROOT } from './formAjv.ts';
import { type JudgeCode, judgeData } from './judgeThread.ts';

/**
 * What the server says of form data: texts by JSON pointer; empty when the data is good. The browser's very rules, run
 * beside the server's own thread and within a limit of time.
 */
export async function formErrors(schema: JsonSchema, data: unknown): Promise<Record<string, string>> {
  return errorTexts(schema, await judgeData(judgeOf(schema), 'validar', data));
}

const judges = new Recent<JudgeCode>(200);

function judgeOf(schema: JsonSchema): JudgeCode {
  const key = canonicalText(schema);
  const known = judges.get(key);
  if (known) return known;
  const judge = partsJudge(schema, { validar: ROOT });
  judges.set(key, judge);
  return judge;
}

/** A judge of some parts of a schema, each by the reference that finds it. */
export function partsJudge(schema: JsonSchema, parts: Readonly<Record<string, string>>): JudgeCode {
  const code = standaloneCode(formAjv(schema, { code: { source: true } }), { ...parts });
  return { key: createHash('sha256').update(code).digest('base64url'), code };
}
