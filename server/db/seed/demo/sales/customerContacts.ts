import { customerContacts, customerEmails, customerPhones } from '../../../tables/index.ts';
import { slug } from '../company.ts';
import type { DemoCustomer } from '../customers.ts';
import type { SalesWorld } from './salesWorld.ts';

/** As the lists of the registration begin: Contato, Sócio, Compras, Financeiro, Fiscal, Recebimento. */
const TYPES = [
  [3, 'Compradora'],
  [2, 'Sócio-gerente'],
  [4, 'Contas a pagar'],
  [5, 'Fiscal'],
  [6, 'Recebimento'],
] as const;
const TEAMS = ['', 'Corinthians', 'Flamengo', 'Palmeiras', 'Amazonas', 'Grêmio', 'Santos'];

/** Phones and e-mails of everybody, some of them another system's; one to four people of each company. */
export async function seedContacts(world: SalesWorld): Promise<void> {
  const { company, write } = world;
  await write(
    customerPhones,
    company.customers.flatMap((one) => phonesOf(world, one)),
  );
  await write(
    customerEmails,
    company.customers.flatMap((one) => emailsOf(world, one)),
  );
  await write(
    customerContacts,
    company.customers.filter(({ row }) => row.id > 1).flatMap((one) => peopleOf(world, one)),
  );
}

const areaCodeOf = ({ row }: DemoCustomer) => (row.phone ?? '').slice(0, 2) || '11';

function phonesOf({ chance }: SalesWorld, customer: DemoCustomer) {
  const { id, phone = '' } = customer.row;
  const more = `${areaCodeOf(customer)}3${chance.digits(7)}`;
  return [
    { customerId: id, number: phone, description: 'Principal', editable: true },
    ...(id === 2 || chance.happens(50)
      ? [{ customerId: id, number: more, description: 'Financeiro (ERP)', editable: false }]
      : []),
  ];
}

function emailsOf({ chance }: SalesWorld, { row }: DemoCustomer) {
  const domain = (row.email ?? '').split('@')[1] ?? 'exemplo.com.br';
  return [
    { customerId: row.id, email: row.email ?? '', description: 'Contato', editable: true },
    ...(row.id === 2 || chance.happens(60)
      ? [
          { customerId: row.id, email: `nfe@${domain}`, description: 'NF-e (ERP)', editable: false },
          { customerId: row.id, email: `boletos@${domain}`, description: 'Boleto', editable: true },
        ]
      : []),
  ];
}

function peopleOf({ chance }: SalesWorld, customer: DemoCustomer) {
  const { id, email = '' } = customer.row;
  const domain = email.split('@')[1] ?? 'exemplo.com.br';
  return chance.some(TYPES, id === 2 ? 4 : chance.int(1, 3)).map(([typeId, role], at) => {
    const name = `${chance.firstName()} ${chance.lastName()}`.slice(0, 50);
    return {
      customerId: id,
      name,
      typeId,
      document: chance.happens(40) ? chance.cpf() : '',
      birthDate: chance.happens(60)
        ? `19${chance.int(60, 99)}-0${chance.int(1, 9)}-${chance.int(10, 28)}`
        : null,
      team: chance.pick(TEAMS),
      role,
      phone: at % 2 === 0 ? `${areaCodeOf(customer)}3${chance.digits(7)}` : '',
      mobile: at % 2 === 1 || chance.happens(50) ? `${areaCodeOf(customer)}9${chance.digits(8)}` : '',
      email: chance.happens(70) ? `${slug(name)}@${domain}`.slice(0, 50) : '',
      mayBill: chance.happens(25),
    };
  });
}
