import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { RegistrationStep } from '#contract/rules/registration/registrationStep.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { validateContent } from '#server/config/definitions/validate.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import { registrationKind } from '#server/sac/registration/rules.ts';

const files = readdirSync('schemas/registration').filter((name) => name.endsWith('.json'));
const read = (name: string): RegistrationStep & Content =>
  JSON.parse(readFileSync(`schemas/registration/${name}`, 'utf8'));
const empresa = () => read('sac-empresa.json');

describe.each(files)('%s', (name) => {
  const step = read(name);
  it('is valid', async () => {
    expect(await validateContent('registration', step, null)).toEqual([]);
  });
  it.each(step.testes.map((test) => [test.nome, test] as const))('%s', async (_, { dados, espera }) => {
    const found = await formErrors(step.schema, dados);
    expect(Object.keys(found).sort()).toEqual(espera === 'valido' ? [] : [...espera].sort());
    // Messages for people: no keyword, no pattern, no English.
    for (const text of Object.values(found)) expect(text).not.toMatch(/[\\^$]|must|property|valid\b|schema/);
  });
  it('has samples that are accepted and samples that are rejected', () => {
    expect(new Set(step.testes.map(({ espera }) => espera === 'valido'))).toEqual(new Set([true, false]));
  });
});

describe('registration steps of both areas', () => {
  it('are complete', () => {
    const steps = ['contatos', 'documento', 'empresa', 'enderecos'];
    expect(files).toEqual(
      ['callcenter', 'sac'].flatMap((area) => steps.map((step) => `${area}-${step}.json`)),
    );
  });
  it.each([
    [
      'sac-empresa.json',
      '/anexos',
      'Ao marcar Regime especial é necessário anexar o comprovante',
      'regime especial sem comprovante',
    ],
    ['sac-enderecos.json', '/enderecoEntrega/complemento', 'Máximo de 80 caracteres.', 'complemento longo'],
    [
      'callcenter-contatos.json',
      '/referenciasComerciais',
      'Informe 3 referências comerciais.',
      'duas referências',
    ],
    ['sac-contatos.json', '/email', 'Formato de e-mail inválido', 'e-mail errado'],
    ['sac-documento.json', '/documento', 'CPF inválido', 'um CPF com dígito errado'],
  ])('of %s with %s report "%s"', async (name, pointer, text, test) => {
    const step = read(name);
    const given = step.testes.find(({ nome }) => nome === test);
    expect((await formErrors(step.schema, given?.dados))[pointer]).toBe(text);
  });
});

describe('invalid registration step', () => {
  const problems = async (change: (step: RegistrationStep) => unknown) => {
    const { $schema: _, ...step } = structuredClone(empresa());
    change(step);
    return (await validateContent('registration', step, null)).map(({ pointer }) => pointer);
  };
  type Loose = Record<string, never>;
  const schemaOf = (step: RegistrationStep) => step.schema as { properties: Loose; allOf: Loose[] };
  const uiOf = (step: RegistrationStep) => step.ui as Record<string, Loose>;

  it.each<[string, (step: RegistrationStep) => unknown, string]>([
    [
      'an unknown widget',
      (step) => Object.assign(uiOf(step), { cnae: { 'ui:widget': 'cor' } }),
      '/ui/cnae/ui:widget',
    ],
    [
      'an unknown source',
      (step) =>
        Object.assign(uiOf(step), {
          atividade: { 'ui:widget': 'select', 'ui:options': { origem: 'planetas' } },
        }),
      '/ui/atividade/ui:options/origem',
    ],
    [
      'a field missing in the order',
      (step) => (step.ui['ui:order'] as string[]).splice(0, 1),
      '/ui/ui:order',
    ],
    [
      'a reference to a missing definition',
      (step) => Object.assign(schemaOf(step).properties, { outro: { $ref: '#/$defs/nada' } }),
      '/schema/properties/outro/$ref',
    ],
    [
      'a condition on a field that can be missing',
      (step) =>
        schemaOf(step).allOf.push({ if: { properties: { isento: { const: true } } }, else: {} } as never),
      '/schema/allOf/6/if',
    ],
    [
      'an invalid default',
      (step) =>
        Object.assign(schemaOf(step).properties, { consumidorFinal: { type: 'boolean', default: 'sim' } }),
      '/schema/properties/consumidorFinal/default',
    ],
    [
      'an expression with a look-ahead',
      (step) =>
        Object.assign(schemaOf(step).properties, {
          inscricaoMunicipal: { type: 'string', pattern: '^(?=a)b$' },
        }),
      '/schema/properties/inscricaoMunicipal/pattern',
    ],
    [
      'an invalid key',
      (step) => Object.assign(schemaOf(step).properties, { inscricaoMunicipal: { tipo: 'string' } }),
      '/schema/properties/inscricaoMunicipal/tipo',
    ],
    ['the name of another step', (step) => Object.assign(step, { etapa: 'contatos' }), '/id'],
    [
      'a sample that fails',
      (step) => Object.assign(step.testes[0] ?? {}, { espera: ['/cnae'] }),
      '/testes/0',
    ],
  ])('is rejected at its place: %s', async (_, change, pointer) => {
    expect(await problems(change)).toContain(pointer);
  });

  it('is rejected without the name of the customer', async () => {
    const { $schema: _, ...step } = read('sac-documento.json');
    const schema = { type: 'object', properties: { contexto: { type: 'object' } } };
    const found = await registrationKind.problems({ ...step, schema, ui: {}, testes: [] }, null);
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining('"documento"')]);
  });
});

describe('change of a registration step', () => {
  it('is described by a sentence', () => {
    const after = structuredClone(empresa());
    (after.schema as { required: string[] }).required.push('segmento');
    expect(registrationKind.changes(empresa(), after).map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('obrigatórios'),
    ]);
  });
});
