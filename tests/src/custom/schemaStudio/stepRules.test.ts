import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { formShapeProblems, unrenderableFieldProblems } from '#contract/rules/forms/formShape.ts';
import { moved, valueAt } from '#src/custom/schemaStudio/jsonPointer.ts';
import {
  withFieldMoved,
  withFieldTitle,
  withNewField,
  withoutField,
} from '#src/custom/schemaStudio/registration/stepEdits.ts';
import {
  fieldAt,
  type StepField,
  stepFields,
  withOrder,
  withoutRequired,
  withRequired,
} from '#src/custom/schemaStudio/registration/stepFields.ts';
import { newIf, OFFERED, whenOf } from '#src/custom/schemaStudio/registration/stepWhen.ts';

const read = (path: string) => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'));
const at = (content: Record<string, unknown>, key: string) =>
  stepFields(content).find((each) => each.key === key);
const top = (content: Record<string, unknown>) => stepFields(content).filter(({ holder }) => holder === null);
const PLACES = { schema: '/schema', ui: '/ui' };

describe('registration step in the studio', () => {
  const company = read('registration/sac-empresa.json');
  const field = (content: Record<string, unknown>, name: string) =>
    stepFields(content).find((each) => each.name === name);

  it('lists every field of every shipped step in display order', () => {
    for (const file of readdirSync('schemas/registration')) {
      const step = read(`registration/${file}`);
      const names = top(step).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(0);
      expect(names).not.toContain('contexto');
      const order = (step.ui['ui:order'] as string[]).filter((name) => names.includes(name));
      expect(names.slice(0, order.length)).toEqual(order);
    }
  });

  it('shows when a field is required, and reports rules that it does not understand', () => {
    expect(field(company, 'razaoSocial')?.declarations.map(({ when }) => when)).toEqual([
      { tipo: 'PJ' },
      { tipo: 'PF' },
    ]);
    expect(field(company, 'filialId')?.required).toEqual([{ temFiliais: true }]);
    expect(field(company, 'anexos')?.advanced).toHaveLength(1);
  });

  it('makes a field required in one more case, and removes that without a trace', () => {
    const own = field(company, 'inscricaoMunicipal') as StepField;
    for (const when of OFFERED) {
      const requested = withRequired(company, own, when);
      expect(field(requested, 'inscricaoMunicipal')?.required).toEqual([when]);
      const back = withoutRequired(requested, field(requested, 'inscricaoMunicipal') as StepField, when);
      expect(field(back, 'inscricaoMunicipal')?.required).toEqual([]);
      expect(valueAt(back, ['schema', 'properties'])).toEqual(company.schema.properties);
    }
  });

  it('recognises its own conditions and no others', () => {
    for (const when of OFFERED.slice(1)) expect(whenOf(newIf(when))).toEqual(when);
    expect(
      whenOf({ properties: { regimeEspecial: { const: true } }, required: ['regimeEspecial'] }),
    ).toBeNull();
  });

  it('orders fields and leaves unknown ones in place', () => {
    const names = top(company).map(({ name }) => name);
    const next = withOrder(company, moved(names, 0, 2));
    expect(top(next).map(({ name }) => name)).toEqual(moved(names, 0, 2));
    const order = valueAt(next, ['ui', 'ui:order']) as string[];
    expect(order.at(-1)).toBe('contexto');
    expect(order.indexOf('inscricao')).toBe(company.ui['ui:order'].indexOf('inscricao'));
  });

  it('lists fields of groups and list rows, and marks those with a shared description', () => {
    const addresses = read('registration/sac-enderecos.json');
    const postal = at(addresses, '/enderecoCobranca/cep');
    expect(postal?.sharedWith).toEqual(['/enderecoEntrega/cep']);
    expect(postal?.ui).toEqual(['ui', 'enderecoCobranca', 'cep']);
    expect(at(read('registration/sac-contatos.json'), '/referenciasComerciais/nome')?.ui).toEqual([
      'ui',
      'referenciasComerciais',
      'items',
      'nome',
    ]);
    expect(fieldAt('/ui/enderecoCobranca/cep', stepFields(addresses))?.key).toBe('/enderecoCobranca/cep');
    expect(fieldAt('/schema/$defs/endereco/properties/cep/title', stepFields(addresses))?.name).toBe('cep');
  });

  it('inserts a field beside any other, also in groups and lists, and removes it without a trace', () => {
    for (const file of readdirSync('schemas/registration')) {
      const step = read(`registration/${file}`);
      for (const chosen of [undefined, ...stepFields(step)]) {
        const { content, key } = withNewField(step, chosen);
        const made = at(content, key);
        expect(made?.declarations[0]?.schema).toMatchObject({ type: 'string' });
        expect(formShapeProblems(content.schema as never, content.ui as never, PLACES)).toEqual([]);
        expect(unrenderableFieldProblems(content.schema as never, '/schema')).toEqual([]);
        expect(withoutField(content, made as StepField)).toEqual(step);
      }
    }
  });

  it('derives the name of a new field from its title, never that of a published one', () => {
    const { content, key } = withNewField(company, field(company, 'razaoSocial'));
    const made = at(content, key) as StepField;
    const path = [...(made.declarations[0]?.path ?? []), 'properties', made.name];
    const requested = withRequired(content, made, {});
    const own = at(requested, key) as StepField;
    const next = withFieldTitle(requested, own, path, 'Apelido da loja', false);
    expect(next.key).toBe('/apelidoDaLoja');
    expect(at(next.content, next.key)?.required).toEqual([{}]);
    expect(at(next.content, key)).toBeUndefined();
    expect(top(next.content).map(({ name }) => name)).toEqual(
      top(content).map(({ name }) => (name === made.name ? 'apelidoDaLoja' : name)),
    );
    expect(withFieldTitle(requested, own, path, 'Outro', true).key).toBe(key);
  });

  it('moves a field within its own group', () => {
    const contacts = read('registration/sac-contatos.json');
    const fields = stepFields(contacts);
    const phone = at(contacts, '/referenciasComerciais/telefone') as StepField;
    const next = withFieldMoved(contacts, fields, phone, -1);
    expect(valueAt(next, ['ui', 'referenciasComerciais', 'items', 'ui:order'])).toEqual([
      'telefone',
      'nome',
      'uf',
      'cidade',
    ]);
    expect(
      withFieldMoved(contacts, fields, at(contacts, '/referenciasComerciais/nome') as StepField, -1),
    ).toBe(contacts);
  });
});
