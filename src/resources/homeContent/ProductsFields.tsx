import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { campaignRoutes } from '../../../contract/callcenter/campaigns.ts';
import type { ShowcaseInput } from '../../../contract/callcenter/homeContent.ts';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import { SHOWCASE_KINDS } from '../../../contract/rules/showcase.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Pair } from './OpensFields.tsx';
import { PRODUCT_LABELS } from './words.ts';

type Chosen = ShowcaseInput['produtos'];

interface ProductsFieldsProps {
  value: Chosen;
  onChange: (value: Chosen) => void;
  error: string | undefined;
}

/** Which products stand on the shelf. */
export function ProductsFields({ value, onChange, error }: ProductsFieldsProps) {
  const asksWhich = value.tipo === 'MARCA' || value.tipo === 'CLASSE' || value.tipo === 'CAMPANHA';
  return (
    <Pair>
      <TextField
        select
        label="Produtos"
        value={value.tipo}
        onChange={(event) => onChange({ tipo: event.target.value as Chosen['tipo'] })}
        helperText={HINTS[value.tipo]}
      >
        {SHOWCASE_KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {PRODUCT_LABELS[kind]}
          </MenuItem>
        ))}
      </TextField>
      {asksWhich && <Which value={value} onChange={onChange} error={error} />}
    </Pair>
  );
}

const HINTS: Partial<Record<Chosen['tipo'], string>> = {
  MAIS_VENDIDOS: 'Os que estão em mais pedidos dos últimos 30 dias; contados a cada hora.',
  PROMOCAO: 'Os que têm preço promocional.',
};

/** The brand, the class or the campaign, of those that there are. */
function Which({ value, onChange, error }: ProductsFieldsProps) {
  const filters = useRoute(productRoutes.filters, {}, { enabled: value.tipo !== 'CAMPANHA' }).data?.data;
  const campaigns = useRoute(campaignRoutes.active, {}, { enabled: value.tipo === 'CAMPANHA' }).data ?? [];
  const names = (value.tipo === 'MARCA' ? filters?.marcas : filters?.classes) ?? [];
  const options =
    value.tipo === 'CAMPANHA'
      ? campaigns.map(({ id, nome }) => ({ id: String(id), nome }))
      : names.map((name) => ({ id: name, nome: name }));
  const chosen = value.valor
    ? (options.find(({ id }) => id === value.valor) ?? { id: value.valor, nome: value.valor })
    : null;
  return (
    <Autocomplete
      options={options}
      value={chosen}
      onChange={(_, next) => onChange({ tipo: value.tipo, ...(next && { valor: next.id }) })}
      getOptionLabel={({ nome }) => nome}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      renderInput={(params) => (
        <TextField
          {...params}
          label={PRODUCT_LABELS[value.tipo]}
          required
          error={Boolean(error)}
          helperText={error}
        />
      )}
    />
  );
}
