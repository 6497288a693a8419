import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { megabytesToBytes } from '#contract/rules/files.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import type { Invoice, InvoiceProduct } from '#contract/sac/invoices.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { currentInitialLoad } from '#data/session.ts';
import { FilePicker } from '#ui/components/files/FilePicker.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { QuantityStepper } from '#ui/components/inputs/QuantityStepper.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { type ExchangeItem, needsPhoto, type ReasonsOfForm } from './exchangeForm.ts';

interface ProductRowProps {
  product: InvoiceProduct;
  invoice: Invoice;
  /** `null` when it is not part of the request. */
  item: ExchangeItem | null;
  reasons: ReasonsOfForm;
  onChange: (item: ExchangeItem | null) => void;
}

/**
 * A product of an invoice: the quantity that can still be returned, and the questions asked once it is added to the request.
 */
export function ProductRow({ product, invoice, item, reasons, onChange }: ProductRowProps) {
  const include = () =>
    onChange({ invoice, product, quantity: product.qtd, reasonId: null, note: '', photos: [] });
  return (
    <Row aria-label={product.descNF}>
      <div className="facts">
        <strong>{product.descNF}</strong>
        <span>
          {product.idExibicao} · comprado {formatQuantity(product.qtd_comprada)} · disponível{' '}
          {formatQuantity(product.qtd)} {product.unidade} · {formatMoney(product.valor_unitario, 2)}
        </span>
        {product.indisponivel && <span>{product.motivoIndisponivel}</span>}
      </div>
      {!item && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<AddOutlined />}
          disabled={product.indisponivel}
          onClick={include}
        >
          Incluir
        </Button>
      )}
      {item && <Answers item={item} reasons={reasons} onChange={onChange} />}
    </Row>
  );
}

function Answers({
  item,
  reasons,
  onChange,
}: {
  item: ExchangeItem;
  reasons: ReasonsOfForm;
  onChange: ProductRowProps['onChange'];
}) {
  const { product } = item;
  const set = (part: Partial<ExchangeItem>) => onChange({ ...item, ...part });
  return (
    <div className="answers">
      <QuantityStepper
        label={`Quantidade de ${product.descNF}`}
        value={item.quantity}
        onChange={(quantity) => set({ quantity })}
        max={product.qtd}
        unit={product.unidade}
        decimals={product.fracionavel}
      />
      <ChoiceField
        label="Motivo"
        required
        size="small"
        value={item.reasonId ?? null}
        onChange={(reasonId) => set({ reasonId })}
        sx={{ minWidth: 200 }}
        choices={reasons.products.map(({ id, descricao }) => ({ value: id, label: descricao }))}
      />
      <TextField
        label="Observação"
        size="small"
        value={item.note}
        onChange={(event) => set({ note: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 250 } }}
        sx={{ flex: 1, minWidth: 180 }}
      />
      <Button size="small" color="error" onClick={() => onChange(null)}>
        Tirar
      </Button>
      {needsPhoto(item, reasons) && (
        <div className="photos">
          <FilePicker
            required
            label={`Fotos de ${product.descNF}`}
            files={item.photos}
            onChange={(photos) => set({ photos })}
            upload={uploadFile}
            accept={PHOTOS}
            maxBytes={maxBytes()}
          />
        </div>
      )}
    </div>
  );
}

const PHOTOS = ['.jpg', '.jpeg', '.png'];
const DEFAULT_MEGABYTES = 25;
const maxBytes = () => {
  const megabytes = Number(
    currentInitialLoad()?.parametros.LIMITE_TAMANHO_MAXIMO_ARQUIVOS ?? DEFAULT_MEGABYTES,
  );
  return megabytesToBytes(megabytes || DEFAULT_MEGABYTES);
};

const Row = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  margin: 0,
  padding: '8px 0',
  border: 0,
  borderTop: `1px solid ${theme.vars.palette.components.linha}`,
  '& .facts': { flex: '1 1 240px', minWidth: 0 },
  '& .facts strong, & .facts span': { display: 'block', overflowWrap: 'anywhere' },
  '& .facts span': { fontSize: 12, color: theme.vars.palette.components.textoSecundario },
  '& .answers': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12, flex: '1 1 100%' },
  '& .photos': { flex: '1 1 100%' },
}));
