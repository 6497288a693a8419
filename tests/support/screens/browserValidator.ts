import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { FormFinding } from '#contract/rules/forms/formMessages.ts';
import { rulesModule } from '#server/config/forms/rulesModule.ts';
import { compileModule } from '#server/config/forms/storedValidators.ts';

export type BrowserValidator = ((data: unknown) => boolean) & { errors: FormFinding[] | null };

const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** The exact code that a browser would load, with the shared rules where a browser finds them. */
export async function browserModule(schema: JsonSchema): Promise<Record<string, BrowserValidator>> {
  const [code, { hash, esm }] = await Promise.all([compileModule(schema), rulesModule()]);
  return (await import(asUrl(code.replace(`./${hash}.js`, asUrl(esm))))) as Record<string, BrowserValidator>;
}
