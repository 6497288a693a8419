import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { call, type Expression } from '#contract/expression/tree.ts';
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
  requirementOf,
  type StepField,
  stepFields,
  withOrder,
  withRequirement,
} from '#src/custom/schemaStudio/registration/stepFields.ts';

const read = (path: string) => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'));
const at = (content: Record<string, unknown>, key: string) =>
  stepFields(content).find((each) => each.key === key);
const top = (content: Record<string, unknown>) => stepFields(content).filter(({ holder }) => holder === null);
const is = (flag: string, logico: boolean) => call('igual', { campo: `contexto.${flag}` }, { logico });
const ofKind = (texto: 'PF' | 'PJ') => call('igual', { campo: 'contexto.tipo' }, { texto });
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
      ofKind('PJ'),
      ofKind('PF'),
    ]);
    expect(field(company, 'filialId')?.required).toEqual([is('temFiliais', true)]);
    expect(field(company, 'anexos')?.advanced).toHaveLength(1);
  });

  it('demands a field always or under a condition, and takes that back without a trace', () => {
    const own = field(company, 'inscricaoMunicipal') as StepField;
    const conditions: Expression[] = [
      ofKind('PF'),
      call('todas', ofKind('PJ'), is('simulacao', false)),
      call('alguma', ofKind('PF'), call('igual', { campo: 'regimeEspecial' }, { logico: true })),
      call('igual', { campo: 'consumidorFinal' }, { logico: false }),
      call('nenhuma', call('vazio', { campo: 'comoConheceu' })),
      call('em', { campo: 'atividade' }, { lista: [{ texto: '1' }, { texto: '2' }] }),
    ];
    for (const requirement of ['SEMPRE' as const, ...conditions]) {
      const demanded = withRequirement(company, own, requirement);
      const there = field(demanded, 'inscricaoMunicipal') as StepField;
      expect(requirementOf(there)).toEqual(requirement);
      expect(formShapeProblems(demanded.schema as never, demanded.ui as never, PLACES)).toEqual([]);
      expect(withRequirement(demanded, there, 'NUNCA')).toEqual(company);
    }
  });

  it('reads what was written before conditions as one, and leaves its other rules alone when it changes', () => {
    const own = field(company, 'razaoSocial') as StepField;
    expect(requirementOf(own)).toEqual(call('alguma', ofKind('PJ'), ofKind('PF')));
    const only = withRequirement(company, own, ofKind('PJ'));
    expect(requirementOf(field(only, 'razaoSocial') as StepField)).toEqual(ofKind('PJ'));
    const others = (content: Record<string, unknown>) =>
      top(content)
        .filter(({ name }) => name !== 'razaoSocial')
        .map(({ name, required, declarations }) => [name, required, declarations.length]);
    expect(others(only)).toEqual(others(company));
    expect(top(only).map(({ name }) => name)).toEqual(top(company).map(({ name }) => name));
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
    const requested = withRequirement(content, made, 'SEMPRE');
    const own = at(requested, key) as StepField;
    const next = withFieldTitle(requested, own, path, 'Apelido da loja', false);
    expect(next.key).toBe('/apelidoDaLoja');
    expect(at(next.content, next.key)?.required).toEqual([null]);
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
