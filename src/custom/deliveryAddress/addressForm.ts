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

const REQUIRED: Partial<Record<AddressField, string>> = {
  rua: 'Informe a rua.',
  numero: 'Informe o número, ou S/N.',
  cidade: 'Informe a cidade.',
  bairro: 'Informe o bairro.',
  estado: 'Escolha o estado.',
};

/** What is wrong with one field; nothing for one that may be empty. */
export function fieldProblem(form: AddressForm, field: AddressField): string | undefined {
  if (field === 'cep') return /^\d{8}$/.test(form.cep) ? undefined : 'Informe os 8 dígitos do CEP.';
  return form[field].trim() ? undefined : REQUIRED[field];
}

const FIELDS: readonly AddressField[] = ['cep', 'rua', 'numero', 'bairro', 'cidade', 'estado'];

export function addressProblems(form: AddressForm): AddressErrors {
  const entries = FIELDS.map((field) => [field, fieldProblem(form, field)] as const);
  return Object.fromEntries(entries.filter(([, problem]) => problem !== undefined));
}

/** As it is sent; `null` while something is wrong. */
export function addressOf(form: AddressForm): NewDeliveryAddress | null {
  if (Object.keys(addressProblems(form)).length > 0) return null;
  const { ibge, obs, complemento, ...needed } = form;
  const more = { ...(ibge && { ibge }), ...(obs && { obs }), ...(complemento && { complemento }) };
  return { ...needed, ...more } as NewDeliveryAddress;
}
