import { readFileSync } from 'node:fs';
import { productReasonsOf, ticketTypesOf } from '#contract/rules/tickets/ticketTypesFile.ts';
import type { CustomerOption } from '#contract/sac/customers.ts';
import type { Invoice, InvoiceProduct } from '#contract/sac/invoices.ts';
import type { MenuTicketType, TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import { type WizardPerson, wizardPerson } from '#src/resources/tickets/shared/draft/wizardPerson.ts';

const read = (name: string) => JSON.parse(readFileSync(`schemas/tickets/${name}.json`, 'utf8'));
const file = read('types');

export const reasons = productReasonsOf(read('reasons'));
const types: MenuTicketType[] = ticketTypesOf(file).map(({ fluxo: _, ...type }) => ({
  ...type,
  motivosProdutos: reasons,
}));

/** The initial catalogue of an installation. */
export const menus: TicketMenu[] = file.menus.map((menu: Omit<TicketMenu, 'tipos'>) => ({
  ...menu,
  tipos: types.filter(({ menu: key }) => key === menu.chave),
}));
export const origins: { chave: string; descricao: string }[] = file.origens;

export function typeNamed(chave: string): MenuTicketType {
  const type = types.find((one) => one.chave === chave);
  if (!type) throw new Error(`no type ${chave}`);
  return type;
}
export function menuNamed(chave: string): TicketMenu {
  const menu = menus.find((one) => one.chave === chave);
  if (!menu) throw new Error(`no menu ${chave}`);
  return menu;
}

const staff = wizardPerson(null);
export const operator: WizardPerson = { ...staff, name: 'Ana Paula de Souza', email: 'ana@exemplo.com.br' };
export const consumer: WizardPerson = {
  ...staff,
  consumer: true,
  name: 'Caio Nunes',
  email: 'caio@exemplo.com.br',
  cpf: '70000000744',
  customer: { id: 44, razSoc: 'Caio Nunes' },
};

export const customer = (change: Partial<CustomerOption> = {}): CustomerOption => ({
  id: 7,
  razSoc: 'Padaria Sol Ltda',
  fant: 'Padaria Sol',
  legendas: [{ codigo: 'P', texto: 'Positivado no mês' }],
  documento: '12ABC34501DE35',
  nome: 'José',
  email: 'compras@padariasol.com.br',
  telefone: '1133334444',
  cidade: 'Campinas',
  uf: 'SP',
  motivoBloqueio: null,
  filiaisSac: [{ idFil: 1, razSoc: 'Matriz São Paulo' }],
  ...change,
});

const KEY = '52060433009911002506550120000007800267301615';
export const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: 90,
  chave: KEY,
  numNf: 780,
  dtSai: '2026-11-01',
  avisoNota: '',
  filial: { idFil: 1, razSoc: 'Matriz São Paulo' },
  qtdeIt: 2,
  vlTot: '150.5',
  transportadora: { id: 3, razSoc: 'Expresso Bandeirante' },
  ...change,
});

export const product = (change: Partial<InvoiceProduct> = {}): InvoiceProduct => ({
  id: 501,
  produto_id: 3,
  idExibicao: '000.003',
  descNF: 'Café 500 g',
  marca: 'Serra',
  unidade: 'UN',
  unidadeBase: 'UN',
  embalagens: [{ unidade: 'UN', fator: '1' }],
  fracionavel: false,
  valor_sem_imposto: '10',
  valor_unitario: '12.5',
  qtd_comprada: '10',
  qtd_devolvida: '0',
  qtd_em_tickets: '6',
  qtd_em_notas: '0',
  qtd_alem: '0',
  qtd: '4',
  qtd_comprada_base: change.qtd_comprada ?? '10',
  qtd_base: change.qtd ?? '4',
  indisponivel: false,
  motivoIndisponivel: '',
  anexo_obrigatorio: false,
  idImagem: null,
  numNF: 780,
  ...change,
});

/** A file record as the server returns it after an upload. */
export const stored = (nome: string, tamanho = 1024, last = '1') => ({
  id: `5f0c6c1e-0000-4000-8000-00000000000${last}`,
  nome,
  mime: 'image/jpeg',
  tamanho,
});
