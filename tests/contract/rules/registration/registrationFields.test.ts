import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fieldSchema } from '#contract/rules/fields/fieldSchema.ts';
import { fieldText } from '#contract/rules/fields/fieldValues.ts';
import {
  registrationFieldProblems,
  registrationFields,
  registrationParts,
  registrationValues,
  withoutRegistrationFields,
} from '#contract/rules/registration/registrationFields.ts';
import type { RegistrationStep } from '#contract/rules/registration/registrationStep.ts';

const FOLDER = 'schemas/registration';
const shipped: RegistrationStep[] = readdirSync(FOLDER).map((name) =>
  JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')),
);
const step = (id: string): RegistrationStep => {
  const found = shipped.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return structuredClone(found);
};

/** A step with one more field. */
function withField(id: string, name: string, schema: object, ui: object = { 'ui:widget': 'text' }) {
  const made = step(id);
  Object.assign(made.schema.properties as object, { [name]: { title: 'Novo', ...schema } });
  return { ...made, ui: { ...made.ui, [name]: ui } };
}

const only = (steps: readonly RegistrationStep[], key: string) =>
  registrationFields(steps).find(({ chave }) => chave === key);

describe('fields of the registration', () => {
  it('are those for which the console has no place of its own, also among the shipped ones', () => {
    expect(
      registrationFields(shipped)
        .map(({ chave, tipo }) => [chave, tipo])
        .sort(),
    ).toEqual([
      ['cnaesSecundario', 'TEXT'],
      ['contribuinte', 'RADIO'],
      ['segmento', 'SELECT'],
    ]);
  });

  it.each([
    [{ type: 'string', maxLength: 60 }, { 'ui:widget': 'text' }, 'TEXT', false],
    [{ type: 'string', maxLength: 500 }, { 'ui:widget': 'textarea' }, 'TEXTAREA', false],
    [{ type: 'string', format: 'cpf' }, { 'ui:widget': 'cpf' }, 'TEXT', true],
    [{ type: 'string', format: 'email' }, { 'ui:widget': 'email' }, 'EMAIL', true],
    [{ type: 'string', format: 'phone' }, { 'ui:widget': 'phone' }, 'TELEFONE', true],
    [{ type: 'string', format: 'date' }, { 'ui:widget': 'date' }, 'DATE', false],
    [{ type: 'string', format: 'decimal' }, { 'ui:widget': 'money' }, 'DINHEIRO', false],
    [{ type: 'number' }, { 'ui:widget': 'number' }, 'DECIMAL', false],
    [{ type: 'integer' }, { 'ui:widget': 'integer' }, 'INTEIRO', false],
    [{ type: 'boolean' }, { 'ui:widget': 'checkbox' }, 'CHECKBOX', false],
    [{ type: 'string', enum: ['A', 'B'] }, { 'ui:widget': 'select' }, 'SELECT', false],
    [{ type: 'array', items: { enum: ['A'] } }, { 'ui:widget': 'multiselect' }, 'MULTISELECT', false],
    [{ type: 'string' }, { 'ui:widget': 'text', 'ui:options': { pessoal: true } }, 'TEXT', true],
  ])(
    'have the type of their values, and are personal by kind or by mark: %j',
    (schema, ui, tipo, personal) => {
      const field = only([withField('sac-empresa', 'novo', schema, ui)], 'novo');
      expect([field?.tipo, field?.pessoal ?? false]).toEqual([tipo, personal]);
      // The form for changing it asks for what the step asks for.
      expect(field && fieldSchema(field)).toMatchObject({ ...schema, title: 'Novo' });
    },
  );

  it('are shown by name when a value is a file or an option of a source, and are not changed outside their step', () => {
    const files = only(
      [withField('sac-empresa', 'contrato', { type: 'array' }, { 'ui:widget': 'file' })],
      'contrato',
    );
    const file = { id: '1', nome: 'contrato.pdf', mime: 'application/pdf', tamanho: 9 };
    expect([files?.cadastro, files && fieldText(files, [file])]).toEqual([null, 'contrato.pdf']);
    const source = only(shipped, 'segmento');
    expect(source && fieldText(source, { valor: '3', rotulo: 'Varejo' })).toBe('Varejo');
  });

  it('move out of the steps and back again, whatever they hold', () => {
    const steps = [
      withField('sac-empresa', 'um', { type: 'string' }),
      withField('sac-contatos', 'dois', { type: 'string' }),
    ];
    const fields = registrationFields(steps);
    const part = (own: string) =>
      fc.record(
        { [own]: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''), outro: fc.string() },
        { requiredKeys: [] },
      );
    fc.assert(
      fc.property(part('um'), part('dois'), (empresa, contatos) => {
        const parts = { documento: {}, empresa, contatos, enderecos: {} };
        const values = registrationValues(fields, parts);
        const rest = withoutRegistrationFields(fields, parts);
        expect(Object.keys(rest.empresa)).not.toContain('um');
        const back = registrationParts(fields, values);
        expect({ ...rest.empresa, ...back.empresa }).toEqual(empresa);
        expect({ ...rest.contatos, ...back.contatos }).toEqual(contatos);
      }),
    );
  });

  it('may not be added where nobody would see them, or under the key of another', () => {
    const problems = (given: RegistrationStep, extra: { chave: string; titulo: string }[] = []) =>
      registrationFieldProblems(given, shipped, extra).map(({ message }) => message);
    for (const each of shipped) expect(problems(each)).toEqual([]);
    expect(problems(withField('sac-documento', 'novo', { type: 'string' }))).toEqual([
      expect.stringContaining('só envia o documento'),
    ]);
    const inList = step('sac-enderecos');
    const { conta } = inList.schema.$defs as { conta: { properties: object } };
    Object.assign(conta.properties, { novo: { type: 'string', title: 'Novo' } });
    expect(problems(inList)).toEqual([expect.stringContaining("'Novo' está dentro de uma lista")]);
    const rota = [{ chave: 'rota', titulo: 'Rota' }];
    expect(problems(withField('sac-empresa', 'rota', { type: 'string' }), rota)).toEqual([
      "A chave 'rota' já é do campo adicional 'Rota'. Use outra.",
    ]);
    expect(problems(withField('sac-contatos', 'segmento', { type: 'string' }))).toEqual([
      expect.stringContaining('de outra etapa'),
    ]);
  });
});
