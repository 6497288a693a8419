import { addDays } from '#contract/rules/time/calendarDate.ts';
import {
  customerContacts,
  customerCreditLimits,
  customerCredits,
  customerDimensions,
  customerEmails,
  customerPhones,
  customerRestrictions,
  customerSellers,
  dimensionOptions,
  dimensions,
} from '#server/db/tables/index.ts';
import { slug } from '../../company.ts';
import type { DemoCustomer } from '../../customers.ts';
import type { SalesContext } from '../salesContext.ts';
import { seedCustomerColumns } from './customerColumns.ts';

/**
 * Everything the panel shows of a customer besides the registration. Customer 1 is the end consumer, to whom nothing is sold
 * by phone.
 */
export async function seedCustomers(context: SalesContext): Promise<void> {
  await seedCustomerColumns(context);
  await seedContacts(context);
  await seedSellers(context);
  await seedCredit(context);
  await seedDimensions(context);
  await superviseRepresentatives(context);
}

/** One or two sellers from the branch that serves the customer. */
async function seedSellers({ company, chance, write }: SalesContext) {
  const selling = company.people.filter(({ row }) => row.type === 'VENDEDOR' || row.type === 'OPERADOR');
  const rows = company.customers.flatMap(({ row, branchIds }) => {
    const near = selling.filter((person) => person.branchIds.some((id) => branchIds.includes(id)));
    return chance
      .some(near, Math.min(near.length, chance.int(1, 2)))
      .map((person) => ({ customerId: row.id, personId: person.row.id }));
  });
  await write(customerSellers, rows);
}

/** Ids of every company's initial payment methods and plans. */
const METHODS = [1, 2, 4];
const PLANS = [1, 2, 3, 4];
const RESTRICTIONS = [
  ['Só vender à vista', false],
  ['Conferir a inscrição estadual antes de faturar', false],
  ['Contrato vencido: não aceitar pedidos', true],
  ['Aguardando documentos do crédito', true],
] as const;

async function seedCredit({ company, chance, today, write }: SalesContext) {
  const served = company.customers.filter(({ row }) => row.id > 1 && !row.prospect);
  const limits = served.flatMap(({ row }) =>
    Array.from({ length: chance.happens(30) ? 2 : 1 }, () => {
      const total = chance.int(2, 60) * 1000;
      return {
        customerId: row.id,
        paymentMethodId: chance.pick(METHODS),
        paymentPlanId: chance.pick(PLANS),
        total: `${total}.00`,
        used: `${chance.int(0, chance.happens(8) ? total + 900 : total - 1)}.${chance.digits(2)}`,
        dueOn: chance.happens(80) ? addDays(today, chance.int(-20, 300)) : null,
      };
    }),
  );
  const credits = served
    .filter(({ row }) => row.id === 2 || chance.happens(15))
    .map(({ row }) => {
      const amount = chance.int(40, 900);
      return {
        customerId: row.id,
        description: chance.pick(['Devolução de mercadoria', 'Título pago em duplicidade', 'Bonificação']),
        amount: `${amount}.00`,
        balance: `${chance.int(0, amount)}.00`,
        createdOn: addDays(today, -chance.int(3, 120)),
      };
    });
  const restrictions = served
    .filter(({ row }) => chance.happens(row.blocked ? 80 : 7))
    .map(({ row }) => {
      const [description, blocking] = chance.pick(RESTRICTIONS);
      return { customerId: row.id, description, blocking, active: chance.happens(85) };
    });
  await write(customerCreditLimits, limits);
  await write(customerCredits, credits);
  await write(customerRestrictions, restrictions);
}

const SEGMENTS: readonly (readonly [string, readonly string[]])[] = [
  ['Horário de compra', ['Manhã', 'Tarde', 'Só às segundas', 'Fim do mês']],
  ['Concorrente', ['Distribuidora Central', 'Atacado Bom Preço', 'Compra direto da fábrica']],
  ['Estrutura', ['Loja única', 'Até 5 lojas', 'Rede com central de compras']],
  ['Preferência', ['Pede por WhatsApp', 'Quer tabela por e-mail', 'Só fala com o dono']],
];
const NOTES = [
  '',
  '',
  'Confirmado na última visita.',
  'Disse ao representante.',
  'Perguntar de novo em março.',
];

async function seedDimensions({ company, chance, write }: SalesContext) {
  const options = SEGMENTS.flatMap(([, names], at) =>
    names.map((description) => ({ dimensionId: at + 1, description })),
  ).map((row, at) => ({ id: at + 1, ...row }));
  await write(
    dimensions,
    SEGMENTS.map(([name], at) => ({ id: at + 1, name })),
  );
  await write(dimensionOptions, options);
  const authors = company.people.filter(({ row }) => row.type !== 'CONSUMIDOR_FINAL');
  const lines = company.customers.flatMap(({ row }) =>
    row.id === 2 || chance.happens(45)
      ? chance.some(options, row.id === 2 ? 4 : chance.int(1, 3)).map((option) => ({
          customerId: row.id,
          dimensionId: option.dimensionId,
          optionId: option.id,
          description: option.description,
          note: chance.pick(NOTES),
          personId: chance.pick(authors).row.id,
        }))
      : [],
  );
  await write(customerDimensions, lines);
}

/** Three in four have a supervisor; the panel shows the others separately. */
async function superviseRepresentatives({ company, client }: SalesContext) {
  const supervisors = company.people.filter(({ row }) => row.type === 'SUPERVISOR').map(({ row }) => row.id);
  await client.query(
    `update representatives set
       supervisor_id = case when id % 4 <> 0 then ($1::int[])[1 + id % $2::int] end,
       mobile = case when mobile = '' then phone else mobile end`,
    [supervisors, supervisors.length],
  );
}

/** Ids from the initial registration lists: Contato, Sócio, Compras, Financeiro, Fiscal, Recebimento. */
const TYPES = [
  [3, 'Compradora'],
  [2, 'Sócio-gerente'],
  [4, 'Contas a pagar'],
  [5, 'Fiscal'],
  [6, 'Recebimento'],
] as const;
const TEAMS = ['', 'Corinthians', 'Flamengo', 'Palmeiras', 'Amazonas', 'Grêmio', 'Santos'];

/** Phones and e-mails of all customers, some owned by another system, and one to four contacts for each company. */
async function seedContacts(context: SalesContext): Promise<void> {
  const { company, write } = context;
  await write(
    customerPhones,
    company.customers.flatMap((one) => phonesOf(context, one)),
  );
  await write(
    customerEmails,
    company.customers.flatMap((one) => emailsOf(context, one)),
  );
  await write(
    customerContacts,
    company.customers.filter(({ row }) => row.id > 1).flatMap((one) => peopleOf(context, one)),
  );
}

const areaCodeOf = ({ row }: DemoCustomer) => (row.phone ?? '').slice(0, 2) || '11';

function phonesOf({ chance }: SalesContext, customer: DemoCustomer) {
  const { id, phone = '' } = customer.row;
  const more = `${areaCodeOf(customer)}3${chance.digits(7)}`;
  return [
    { customerId: id, number: phone, description: 'Principal', editable: true },
    ...(id === 2 || chance.happens(50)
      ? [{ customerId: id, number: more, description: 'Financeiro (ERP)', editable: false }]
      : []),
  ];
}

function emailsOf({ chance }: SalesContext, { row }: DemoCustomer) {
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

function peopleOf({ chance }: SalesContext, customer: DemoCustomer) {
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
