import { expect, it, jest } from '@jest/globals';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { invoiceType } from '#contract/records/invoices.ts';
import { FormStore } from '#ui/schemaForm/store/FormStore.ts';

it('a saved record excuses its own problems as soon as it is known, whatever its fields are called', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, 'a/b': { type: 'string' } },
    required: ['a/b'],
  };
  const missing = {
    keyword: 'required',
    instancePath: '',
    schemaPath: '#/required',
    params: { missingProperty: 'a/b' },
  };
  const validate = (data: unknown) => (Object.hasOwn(data as object, 'a/b') ? [] : [missing]);
  const store = new FormStore(schema, { validate, holds: () => true }, { a: 'novo' });
  store.validate();
  expect(store.errors.all).toEqual({ '/a~1b': 'Campo obrigatório' });
  const notified = jest.fn();
  store.subscribe(notified);
  store.setStored({ a: 'antigo' });
  expect(store.errors.all).toEqual({});
  expect(notified).toHaveBeenCalledTimes(1);
});

it('a new item starts with the defaults of its fields, and a saved one keeps what it has', () => {
  const { schema } = recordForm(invoiceType);
  const store = new FormStore(schema, { validate: () => [], holds: () => true }, { itens: [{ linha: '1' }] });
  store.addItem('/itens');
  expect(store.data).toMatchObject({ itens: [{ linha: '1' }, { devolvivel: true }] });
  expect(store.valueAt('/itens/0/devolvivel')).toBeUndefined();
});

it('a refusal by the server blocks until any value changes, since its reason may lie in another field', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
  const store = new FormStore(schema, { validate: () => [], holds: () => true }, { a: '1', b: '2' });
  store.errors.setServer({ '/a': 'Não cabe em b.' });
  expect(store.errors.block).toBe(true);
  store.change('/b', '3');
  expect(store.errors.block).toBe(false);
  expect(store.errors.all).toEqual({ '/a': 'Não cabe em b.' });
});
