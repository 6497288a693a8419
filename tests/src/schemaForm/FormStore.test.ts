import { expect, it, jest } from '@jest/globals';
import { FormStore } from '../../../src/ui/schemaForm/store/FormStore.ts';

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
