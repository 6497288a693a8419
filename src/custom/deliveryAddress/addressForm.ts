import type { NewDeliveryAddress } from '../../../contract/callcenter/deliveryAddresses.ts';

/** The form as it is typed; the state may still be empty. */
export type AddressForm = Record<
  'cep' | 'rua' | 'numero' | 'complemento' | 'bairro' | 'cidade' | 'estado' | 'ibge' | 'obs',
  string
>;
export type AddressField = keyof AddressForm;
export type AddressErrors = Partial<Record<AddressField, string>>;

export const EMPTY_ADDRESS: AddressForm = {
  cep: '',
  rua: '',
  numero: '',
  complemento: '',
  bairro: '',
  cidade: '',
  estado: '',
  ibge: '',
  obs: '',
};

export const CEP_NOT_FOUND = 'Verifique o cep digitado, ele não foi localizado em nossa base de dados.';

const REQUIRED: readonly AddressField[] = ['cep', 'rua', 'numero', 'bairro', 'cidade', 'estado'];

/** Characters at most; nothing is cut to them (document 001 section 8: 'Máximo de 80 caracteres.'). */
const LENGTHS: Partial<Record<AddressField, number>> = {
  rua: 100,
  numero: 10,
  complemento: 80,
  bairro: 60,
  cidade: 60,
  obs: 200,
};

/** What is wrong with one field; nothing for one that may be empty. */
export function fieldProblem(form: AddressForm, field: AddressField): string | undefined {
  if (REQUIRED.includes(field) && !form[field].trim()) return 'Campo obrigatório';
  if (field === 'cep' && !/^\d{8}$/.test(form.cep)) return 'Informe os 8 dígitos do CEP.';
  return lengthProblem(form, field);
}

/** Said at once, while somebody still types. */
export function lengthProblem(form: AddressForm, field: AddressField): string | undefined {
  const most = LENGTHS[field] ?? Number.POSITIVE_INFINITY;
  return [...form[field]].length > most ? `Máximo de ${most} caracteres.` : undefined;
}

function addressProblems(form: AddressForm): AddressErrors {
  const entries = (Object.keys(form) as AddressField[]).map(
    (field) => [field, fieldProblem(form, field)] as const,
  );
  return Object.fromEntries(entries.filter(([, problem]) => problem !== undefined));
}

/** As it is sent; `null` while something is wrong. */
export function addressOf(form: AddressForm): NewDeliveryAddress | null {
  if (Object.keys(addressProblems(form)).length > 0) return null;
  const { ibge, obs, complemento, ...needed } = form;
  const more = { ...(ibge && { ibge }), ...(obs && { obs }), ...(complemento && { complemento }) };
  return { ...needed, ...more } as NewDeliveryAddress;
}
