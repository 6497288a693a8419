import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { INVALID_EMAIL } from '#contract/rules/contact.ts';
import { customerContacts, customers } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import { db } from './quoteCalls.ts';
import type { World } from './world.ts';

const FIRST = '12ABC34501DE35';
const FOREIGN = '11444777000161';
const KNOWN = 'Este documento já está cadastrado.';

const firstContact = (doc: string, part: object = {}) => ({
  doc,
  razSoc: 'Mercado Novo Ltda.',
  fant: 'Novo',
  nomeContato: 'Lia',
  telefone: '(11) 98765-4321',
  email: 'lia@novo.com.br',
  ...part,
});
const preRegister = (world: World, doc: string, part: object = {}) =>
  world.call('POST', 'clientes/pre-cadastro', firstContact(doc, part));
const withDocument = (world: World, document: string) =>
  db(world).$count(customers, eq(customers.document, document));

/** A contact that cannot be reached: each of its values is wrong. */
const WRONG = { contato: 'Lia', telefone: '119', celular: '12345', email: 'lia@', documento: '11111111111' };
const FIELDS = ['celular', 'documento', 'email', 'telefone'];
const contact = (world: World, body: object) =>
  world.call('POST', `contatos/${world.customerIds.first}/contatos`, body);
const contactsOf = (world: World) =>
  db(world).$count(customerContacts, eq(customerContacts.customerId, world.customerIds.first));

export const customerDoors: Pick<
  DoorTable<keyof typeof SALES_RULES, World>,
  'oneCustomer' | 'reachableContact'
> = {
  oneCustomer: {
    FORM: async (world) => {
      for (const [doc, message] of [
        ['12.ABC.345/01DE-35', KNOWN],
        [FOREIGN, 'Este documento já é de um cliente da empresa.'],
      ] as const)
        expect((await preRegister(world, doc)).body.errors).toEqual({ doc: message });
      const whole = await world.call('POST', 'clientes', {
        documento: FIRST,
        empresa: {},
        contatos: {},
        enderecoCobranca: {},
        enderecoEntrega: {},
      });
      expect(whole.body.errors).toEqual({ documento: KNOWN });
      expect([await withDocument(world, FIRST), await withDocument(world, FOREIGN)]).toEqual([1, 1]);
    },
    IMPORT: async (world) => {
      const sheet = `documento;razão social\n12.ABC.345/01DE-35;Mercado Azul S.A.\n`;
      expect((await world.imported('clientes', sheet)).contagens).toMatchObject({ criados: 0, mudados: 1 });
      expect(await withDocument(world, FIRST)).toBe(1);
    },
    BULK: async (world) => {
      const doc = '45997418000153';
      const twice = `documento;razão social\n${doc};Loja Um\n45.997.418/0001-53;Loja Dois\n`;
      expect((await world.imported('clientes', twice)).contagens).toMatchObject({ recusados: 1 });
      expect(await withDocument(world, doc)).toBeLessThanOrEqual(1);
    },
    COPY: notApplicable('Customers are not copied; their transfer hands over the one that there is.'),
    MAIL: notApplicable('A mail creates no customer: one from an unknown address waits for a person.'),
    AUTOMATION: notApplicable(
      'No automation creates customers; it plans contacts with those that there are.',
    ),
    DRAFT: async (world) => {
      const doc = '60746948000112';
      const answers = await Promise.all([preRegister(world, doc), preRegister(world, doc)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await withDocument(world, doc)).toBe(1);
    },
    SYSTEM: async (world) => {
      const row = { documento: '12.ABC.345/01DE-35', razaoSocial: 'Mercado Azul do ERP' };
      expect(await world.written('clientes', row)).toMatchObject({ resultado: 'mudado' });
      expect(await withDocument(world, FIRST)).toBe(1);
    },
  },
  reachableContact: {
    FORM: async (world) => {
      const before = await contactsOf(world);
      expect(Object.keys((await contact(world, WRONG)).body.errors).sort()).toEqual(FIELDS);
      expect((await contact(world, { contato: 'Lia' })).body.errors).toEqual({
        telefone: 'Informe telefone, celular ou e-mail.',
      });
      expect(await contactsOf(world)).toBe(before);
      const { telefone, email } = WRONG;
      const first = await preRegister(world, '33000167000101', { telefone, email });
      expect(Object.keys(first.body.errors).sort()).toEqual(['email', 'telefone']);
      const edit = (what: string, valor: string) =>
        world.call('PUT', `clientes/${world.customerIds.first}/editar-${what}`, {
          id: 1,
          valoranterior: '',
          valor,
        });
      expect((await edit('telefone', '119')).body.errors).toEqual({ valor: 'Telefone inválido' });
      expect((await edit('email', 'lia@')).body.errors).toEqual({ valor: INVALID_EMAIL });
    },
    IMPORT: async (world) => {
      const sheet = `documento;contato 1 nome;contato 1 telefone\n${FIRST};Lia;119\n`;
      const { contagens, problemas } = await world.imported('clientes', sheet);
      expect([contagens, problemas]).toEqual([
        expect.objectContaining({ mudados: 0, recusados: 1 }),
        [expect.stringContaining('Telefone inválido')],
      ]);
    },
    BULK: notApplicable(
      'Contacts are written one by one; many at once come by the import, which judges each.',
    ),
    COPY: notApplicable('Contacts are neither copied nor handed over; they stay with their customer.'),
    MAIL: notApplicable('A mail writes no contact: its sender is looked up among those that there are.'),
    AUTOMATION: notApplicable('No automation writes contacts; a failing address is marked, not changed.'),
    DRAFT: async (world) => {
      const made = await contact(world, { contato: 'Bia', celular: '(11) 97777-6666' });
      const path = `contatos/${world.customerIds.first}/contatos/${made.body.data.id}`;
      const change = (body: object) => world.call('PUT', path, { contato: 'Bia', versao: 1, ...body });
      expect((await change({ celular: '(11) 96666-5555' })).status).toBe(200);
      expect((await change({ email: 'bia@azul.com.br' })).status).toBe(409);
      expect(Object.keys((await change({ versao: 2, celular: '1' })).body.errors)).toEqual(['celular']);
      const [row] = await db(world)
        .select()
        .from(customerContacts)
        .where(eq(customerContacts.id, made.body.data.id));
      expect(row).toMatchObject({ mobile: '11966665555', email: '' });
    },
    SYSTEM: async (world) => {
      const row = { documento: FIRST, contatos: [{ nome: 'Lia', telefone: '119', email: 'lia@' }] };
      const written = await world.written('clientes', row);
      expect([written.resultado, Object.keys(written.erros ?? {}).sort()]).toEqual([
        'recusado',
        ['contatos/0/email', 'contatos/0/telefone'],
      ]);
    },
  },
};
