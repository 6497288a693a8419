import { createHash } from 'node:crypto';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Plugin } from 'esbuild';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { conditionsOf } from '#contract/rules/forms/fieldSchemas.ts';
import type { Deps } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { formValidators } from '../../db/tables/index.ts';
import { Recent } from '../../recent.ts';
import { canonicalText } from '../definitions/rules.ts';
import { formAjv, ROOT } from './formAjv.ts';
import { bundled, RULES_MODULE, rulesModule } from './rulesModule.ts';

const HOUR = 3_600_000;
/** How long a validator is kept after its address was last handed out, since a page may stay open that long. */
const RETENTION = 7 * 24 * HOUR;
/** The same for the preview of a draft. */
const PREVIEW_RETENTION = 2 * HOUR;

/**
 * The address of a schema's compiled validator, which is compiled and stored on first use. The same schema has the same
 * address in every process. Validators that are no longer requested are swept.
 */
export async function validatorAddress(
  db: Executor,
  schema: JsonSchema,
  { preview = false }: { preview?: boolean } = {},
): Promise<string> {
  const hash = await moduleHash(schema);
  const [keep, rules] = [preview ? PREVIEW_RETENTION : RETENTION, await rulesModule()];
  if ((await keptCode(db, rules.hash, RETENTION)) === null)
    await store(db, { hash: rules.hash, code: rules.esm, keep: RETENTION });
  if ((await keptCode(db, hash, keep)) === null)
    await store(db, { hash, code: await compileModule(schema), keep });
  return `/config/validadores/${hash}.js`;
}

/** The module of a hash; `null` when there is none. */
export async function validatorCode(db: Executor, hash: string): Promise<string | null> {
  const storedCode = codes.get(hash);
  if (storedCode) return storedCode.code;
  const [row] = await db
    .select({ code: formValidators.code })
    .from(formValidators)
    .where(eq(formValidators.hash, hash));
  if (row) codes.set(hash, { code: row.code, touchedAt: 0, keep: 0 });
  return row?.code ?? null;
}

/** Every hour. */
export const sweepValidators = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await db.delete(formValidators).where(lt(formValidators.keptUntil, sql`now()`));
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from form_validators where preview order by created_at desc offset ${MAX_PREVIEWS}`,
  );
  const surplus = rows.map(({ hash }) => hash);
  if (surplus.length > 0)
    await db
      .delete(formValidators)
      .where(and(inArray(formValidators.hash, surplus), eq(formValidators.preview, true)));
};

/** Each change while typing in the editor produces a preview. */
const MAX_PREVIEWS = 500;

/** Modules cached in this process, with the time their use was last recorded. */
const codes = new Recent<{ code: string; touchedAt: number; keep: number }>(200);

/** The code of a module whose lifetime was extended; `null` if it was never stored or was swept in the meantime. */
async function keptCode(db: Executor, hash: string, keep: number): Promise<string | null> {
  const storedCode = codes.get(hash);
  // The use is recorded again only after a quarter of the lifetime.
  if (storedCode && storedCode.keep >= keep && Date.now() - storedCode.touchedAt < keep / 4)
    return storedCode.code;
  const [row] = await db
    .update(formValidators)
    .set({
      keptUntil: sql`greatest(${formValidators.keptUntil}, ${until(keep)})`,
      ...(keep === RETENTION && { preview: false }),
    })
    .where(eq(formValidators.hash, hash))
    .returning({ code: formValidators.code });
  if (!row) return null;
  codes.set(hash, { code: row.code, touchedAt: Date.now(), keep });
  return row.code;
}

async function store(db: Executor, { hash, code, keep }: { hash: string; code: string; keep: number }) {
  await db
    .insert(formValidators)
    .values({ hash, code, preview: keep !== RETENTION, keptUntil: until(keep) })
    .onConflictDoNothing();
  codes.set(hash, { code, touchedAt: Date.now(), keep });
}

const until = (keep: number) => sql`now() + make_interval(secs => ${keep / 1000})`;

/** To be raised when the same schema and rules would produce different code: a new ajv, a new option. */
const COMPILER = 'ajv 8.20 · 3';

/**
 * The validator of a form as one ES module: `validar` checks the whole schema, `c0`, `c1` … its conditions
 * (contract/rules/forms/fieldSchemas.ts). It imports the rules shared by all validators from the file beside it. Throws for a
 * schema that ajv cannot compile.
 */
export async function compileModule(schema: JsonSchema): Promise<string> {
  const ajv = formAjv(schema, { code: { source: true, esm: true } });
  const names = Object.fromEntries(
    conditionsOf(schema).map(({ pointer }, index) => [`c${index}`, `${ROOT}#${encodeURI(pointer)}`]),
  );
  const { hash } = await rulesModule();
  return bundled(standaloneCode(ajv, { validar: ROOT, ...names }), 'esm', [rulesBeside(hash)]);
}

/** The same for the same schema and rules, in every process. */
async function moduleHash(schema: JsonSchema): Promise<string> {
  const { hash } = await rulesModule();
  return createHash('sha256')
    .update(`${COMPILER}\n${hash}\n${canonicalText(schema)}`)
    .digest('hex');
}

const rulesBeside = (hash: string): Plugin => ({
  name: RULES_MODULE,
  setup(builder) {
    const beside = `./${hash}.js`;
    builder.onResolve({ filter: /^form-rules$/ }, ({ path }) => ({ path, namespace: RULES_MODULE }));
    builder.onLoad({ filter: /.*/, namespace: RULES_MODULE }, () => ({
      contents: `export * from '${beside}';`,
      loader: 'js',
    }));
    builder.onResolve({ filter: /.*/, namespace: RULES_MODULE }, ({ path }) => ({ path, external: true }));
  },
});
