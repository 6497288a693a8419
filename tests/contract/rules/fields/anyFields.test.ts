import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EXTRA_FIELD_TYPES, type ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsChanges } from '#contract/rules/fields/fieldsChanges.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { fieldsProblems } from '#contract/rules/fields/fieldsProblems.ts';
import { refusedChanges, restoredFields } from '#contract/rules/fields/fieldsTransition.ts';
import { formValues, mergedValues, visibleValues } from '#contract/rules/fields/fieldValues.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import { field, fields, GOOD } from './someFields.ts';

describe('any definition of extra fields', () => {
  const anyField = fc
    .record({
      tipo: fc.constantFrom(...EXTRA_FIELD_TYPES),
      obrigatorio: fc.boolean(),
      arquivado: fc.boolean(),
      publico: fc.boolean(),
    })
    .map((given) => given);
  const anyDefinition = fc
    .array(anyField, { maxLength: 8 })
    .map((all) => fields(...all.map(({ tipo, ...rest }, index) => field(`campo${index}`, tipo, rest))));
  const valuesOf = (definition: ExtraFieldsDefinition) =>
    Object.fromEntries(definition.campos.map(({ chave, tipo }) => [chave, GOOD[tipo]]));

  it('accepts good values, returns them unchanged from the form and keeps those not asked for', async () => {
    await fc.assert(
      fc.asyncProperty(anyDefinition, fc.boolean(), async (definition, onlyPublic) => {
        const stored = valuesOf(definition);
        const form = formValues(definition, stored, { onlyPublic });
        expect(await formErrors(fieldsForm(definition, stored, { onlyPublic }).schema, form)).toEqual({});
        expect(mergedValues(definition, stored, visibleValues(definition, form), { onlyPublic })).toEqual(
          stored,
        );
      }),
      { numRuns: 60 },
    );
  });
  it('has no errors, can replace itself and shows no changes to itself', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        expect(fieldsProblems(definition).filter(({ severity }) => severity === 'ERRO')).toEqual([]);
        expect(refusedChanges(definition, definition)).toEqual([]);
        expect(fieldsChanges(definition, structuredClone(definition))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
  it('loses no field when an older version is restored', () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (now, older) => {
        const again = restoredFields(now, { ...older, campos: older.campos.slice(0, now.campos.length) });
        const keys = again.campos.map(({ chave }) => chave);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { chave } of now.campos) expect(keys).toContain(chave);
      }),
      { numRuns: 60 },
    );
  });
});
