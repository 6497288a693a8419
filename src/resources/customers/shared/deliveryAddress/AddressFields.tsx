import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import type { NewDeliveryAddress } from '#contract/callcenter/customers/deliveryAddresses.ts';
import { states } from '#contract/catalogs/states.ts';
import { registrationLookupRoutes } from '#contract/sac/registration.ts';
import { call } from '#data/call.ts';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface AddressFieldsProps {
  /** Initial values already known. */
  first?: Partial<AddressForm> | undefined;
  /** Called after each change with the address, or with null while it is incomplete. */
  onChange: (address: NewDeliveryAddress | null) => void;
  /** The server's messages by field. */
  errors: Record<string, string> | undefined;
}

/** The form of a new address: the postal code fills in the fields it covers, and the focus moves to the number. */
export function AddressFields({ first, onChange, errors: refused }: AddressFieldsProps) {
  const [form, setForm] = useState<AddressForm>({ ...EMPTY_ADDRESS, ...first });
  const [errors, setErrors] = useState<AddressErrors>({});
  const number = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const typed = useRef(form.cep);
  typed.current = form.cep;
  // Without a pause: whoever presses 'Salvar' right after the last key saves what stands in the fields.
  useEffect(() => latest.current(addressOf(form)), [form]);
  const change = (part: Partial<AddressForm>) => setForm((before) => ({ ...before, ...part }));
  const validate = (field: AddressField) =>
    setErrors((before) => ({ ...before, [field]: fieldProblem(form, field) }));
  const lookUp = async () => {
    validate('cep');
    if (!/^\d{8}$/.test(form.cep)) return;
    const found = await findPostalCode(form.cep);
    // Another postal code was typed meanwhile; its own response will follow.
    if (typed.current !== form.cep) return;
    if (typeof found === 'string') return setErrors((before) => ({ ...before, cep: found }));
    change(found);
    // Moving the focus makes the blurred field validate its value from before the fill-in, so that error is cleared.
    number.current?.focus();
    setErrors({});
  };
  const field = (name: Exclude<AddressField, 'ibge'>, label: string, isOptional = false) => ({
    label,
    required: !isOptional,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    onBlur: () => validate(name),
    error: Boolean(lengthProblem(form, name) ?? errors[name] ?? refused?.[name]),
    helperText: lengthProblem(form, name) ?? errors[name] ?? refused?.[name],
  });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(6, minmax(0, 1fr))' },
        '& > *': { gridColumn: { sm: 'span 2' } },
        '& > .wide': { gridColumn: { sm: 'span 4' } },
        '& > .whole': { gridColumn: '1 / -1' },
      }}
    >
      <MaskedField
        {...field('cep', 'CEP')}
        kind="cep"
        onChange={(cep) => change({ cep })}
        onBlur={lookUp}
        autoFocus
      />
      <TextField {...field('rua', 'Rua')} className="wide" />
      <TextField {...field('numero', 'Número')} inputRef={number} />
      <TextField {...field('complemento', 'Complemento', true)} />
      <TextField {...field('bairro', 'Bairro')} />
      <TextField
        {...field('cidade', 'Cidade')}
        className="wide"
        // A different town no longer matches the postal code.
        onChange={(event) => change({ cidade: event.target.value, ibge: '' })}
      />
      <Autocomplete
        options={states}
        value={states.find(({ value }) => value === form.estado) ?? null}
        onChange={(_, state) => change({ estado: state?.value ?? '', ibge: '' })}
        getOptionKey={({ value }) => value}
        renderInput={(input) => {
          const { value: _value, onChange: _change, ...shown } = field('estado', 'Estado');
          return <TextField {...input} {...shown} />;
        }}
      />
      <TextField {...field('obs', 'Observação da entrega', true)} className="whole" multiline maxRows={3} />
    </Box>
  );
}

/** The fields that the postal code provides, or the message to show when it is not found. */
async function findPostalCode(cep: string): Promise<Partial<AddressForm> | string> {
  try {
    const found = await call(registrationLookupRoutes.postalCode, { params: { cep } });
    if (found.erro) return CEP_NOT_FOUND;
    // A postal code that covers a whole town has no street or district: what was typed is kept.
    const foundAddress = {
      rua: found.logradouro,
      bairro: found.bairro,
      cidade: found.localidade,
      ibge: found.ibge,
      estado: found.uf,
    };
    return Object.fromEntries(Object.entries(foundAddress).filter(([, text]) => text));
  } catch (failure) {
    return errorText(failure);
  }
}

/** The form's state while it is being typed; the state (UF) may still be empty. */
type AddressForm = Record<
  'cep' | 'rua' | 'numero' | 'complemento' | 'bairro' | 'cidade' | 'estado' | 'ibge' | 'obs',
  string
>;
type AddressField = keyof AddressForm;
type AddressErrors = Partial<Record<AddressField, string>>;

const EMPTY_ADDRESS: AddressForm = {
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

const CEP_NOT_FOUND = 'Verifique o cep digitado, ele não foi localizado em nossa base de dados.';

const REQUIRED: readonly AddressField[] = ['cep', 'rua', 'numero', 'bairro', 'cidade', 'estado'];

/** Maximum number of characters; longer input is not cut (document 001 section 8: 'Máximo de 80 caracteres.'). */
const LENGTHS: Partial<Record<AddressField, number>> = {
  rua: 100,
  numero: 10,
  complemento: 80,
  bairro: 60,
  cidade: 60,
  obs: 200,
};

/** The field's error; undefined when it is valid, which includes an empty optional field. */
function fieldProblem(form: AddressForm, field: AddressField): string | undefined {
  if (REQUIRED.includes(field) && !form[field].trim()) return 'Campo obrigatório';
  if (field === 'cep' && !/^\d{8}$/.test(form.cep)) return 'Informe os 8 dígitos do CEP.';
  return lengthProblem(form, field);
}

/** Shown immediately, while the person is still typing. */
function lengthProblem(form: AddressForm, field: AddressField): string | undefined {
  const most = LENGTHS[field] ?? Number.POSITIVE_INFINITY;
  return [...form[field]].length > most ? `Máximo de ${most} caracteres.` : undefined;
}

function addressProblems(form: AddressForm): AddressErrors {
  const entries = (Object.keys(form) as AddressField[]).map(
    (field) => [field, fieldProblem(form, field)] as const,
  );
  return Object.fromEntries(entries.filter(([, problem]) => problem !== undefined));
}

/** The request body; `null` while something is invalid. */
function addressOf(form: AddressForm): NewDeliveryAddress | null {
  if (Object.keys(addressProblems(form)).length > 0) return null;
  const { ibge, obs, complemento, ...needed } = form;
  const more = { ...(ibge && { ibge }), ...(obs && { obs }), ...(complemento && { complemento }) };
  return { ...needed, ...more } as NewDeliveryAddress;
}
