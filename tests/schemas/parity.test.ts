import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import type { UiSchema } from '#contract/rules/forms/formDefinition.ts';
import { errorTexts } from '#contract/rules/forms/formMessages.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import { formErrors, formProblems } from '#server/config/forms/rules.ts';
import { browserModule } from '../support/screens/browserValidator.ts';
import { valueNear } from './valueNear.ts';

/** Number of values for each shipped schema. The suite must finish in a few minutes, with fewer values on a busy machine. */
const RUNS = 2000;
const TIMEOUT = 40_000;

interface Shipped {
  name: string;
  schema: JsonSchema;
  ui: UiSchema;
  samples: unknown[];
}

const filesOf = (folder: string) => {
  const place = path.join(schemasFolder, folder);
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: `${folder}/${file}`,
      content: JSON.parse(fs.readFileSync(path.join(place, file), 'utf8')),
    }));
};

const shipped: Shipped[] = [
  ...filesOf('registration').map(({ name, content }) => ({
    name,
    schema: content.schema,
    ui: content.ui,
    samples: (content.testes ?? []).map(({ dados }: { dados: unknown }) => dados),
  })),
  ...filesOf('reports').map(({ name, content }) => ({
    name,
    ...content.parametros,
    samples: (content.testes ?? []).map(({ parametros }: { parametros: unknown }) => parametros),
  })),
  ...filesOf('fields').map(({ name, content }) => ({
    name,
    ...fieldsForm(content as ExtraFieldsDefinition),
    samples: (content.testes ?? []).map(({ valores }: { valores: unknown }) => valores),
  })),
];

describe('validation in browser and server', () => {
  it('covers shipped schemas of each kind', () => {
    expect(new Set(shipped.map(({ name }) => name.split('/')[0]))).toContain('registration');
    expect(new Set(shipped.map(({ name }) => name.split('/')[0]))).toContain('fields');
  });

  it.each(shipped.map((one) => [one.name, one] as const))(
    'agrees on %s',
    async (_, { schema, ui, samples }) => {
      expect(await formProblems(schema, ui)).toEqual([]);
      const { validar: validate } = await browserModule(schema);
      if (!validate) throw new Error('a module without its root');
      const inBrowser = (data: unknown) => (validate(data) ? {} : errorTexts(schema, validate.errors ?? []));
      const texts = new Set<string>();
      let good = 0;
      const compare = async (data: unknown) => {
        const before = JSON.stringify(data);
        const server = await formErrors(schema, data);
        const browser = inBrowser(data);
        // Compared as texts including their order, because `expect` for each of thousands of values would take most of the
        // time.
        if (JSON.stringify(browser) !== JSON.stringify(server)) expect(browser).toEqual(server);
        if (JSON.stringify(data) !== before) throw new Error(`changed by judging: ${before}`);
        if (Object.keys(server).length === 0) good++;
        for (const text of Object.values(server)) texts.add(text);
      };
      for (const sample of samples) await compare(sample);
      await fc.assert(fc.asyncProperty(valueNear(schema), compare), {
        numRuns: RUNS,
        interruptAfterTimeLimit: TIMEOUT,
      });
      // The shipped tests contain valid examples; of the generated values some are valid and most are not.
      expect(good + texts.size).toBeGreaterThan(1);
      expect([...texts].filter((text) => /must|should|undefined|NaN|\^|\\|#\/|\$ref/.test(text))).toEqual([]);
    },
  );
});
