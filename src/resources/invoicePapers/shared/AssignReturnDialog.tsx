import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { invoicePaperRoutes, type ReturnedLine } from '#contract/sac/invoicePapers.ts';
import { type InvoiceProduct, invoiceRoutes } from '#contract/sac/invoices.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { ReturnQuantityField } from '#ui/components/inputs/ReturnQuantityField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { firstLinks, type LinkEdit, NONE, proposedLink, sentLinks, unitsOf } from './returnLinks.ts';

interface AssignReturnDialogProps {
  line: ReturnedLine;
  /** The access key of the sale. */
  numNf: string;
  onClose: () => void;
}

/** A person says which items of the sale a returned line takes from, how much of each, and why. */
export function AssignReturnDialog({ line, numNf, onClose }: AssignReturnDialogProps) {
  const client = useQueryClient();
  const answer = useRoute(invoiceRoutes.products, { params: { numNf }, query: {} });
  const [changed, setChanged] = useState<LinkEdit[] | null>(null);
  const [reason, setReason] = useState('');
  const assign = useRouteCommand(invoicePaperRoutes.assign, {
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: routeKey(invoicePaperRoutes.list) }),
        client.invalidateQueries({ queryKey: routeKey(invoiceRoutes.products) }),
      ]),
  });
  const products = answer.data ?? [];
  const links = changed ?? firstLinks(line, products);
  const itens = answer.data ? sentLinks(links) : null;
  const change = (at: number, link: LinkEdit | null) =>
    setChanged(links.flatMap((each, index) => (index === at ? (link ?? []) : each)));
  return (
    <ConfirmDialog
      open
      title="Vincular item devolvido"
      text={`${formatQuantity(line.quantidade)} ${line.unidade} · ${line.codigo} - ${line.descricao}`}
      confirmLabel="Ligar"
      disabled={itens === null || reason.trim() === ''}
      onConfirm={async () => {
        if (itens === null) return;
        await assign.mutateAsync({
          params: { numNf, id: line.id },
          body: { itens, motivo: reason.trim() },
        });
        onClose();
      }}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 3, pt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Failure answer={answer} />
        {links.map((link, at) => (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity before their item is chosen
            key={at}
            link={link}
            products={products.filter(
              ({ id }) => !links.some((each, index) => index !== at && each.item === String(id)),
            )}
            isOnly={links.length === 1}
            loading={!answer.data}
            onItem={(item) =>
              change(
                at,
                proposedLink(
                  line,
                  products.find(({ id }) => String(id) === item),
                  item,
                ),
              )
            }
            onChange={(next) => change(at, next)}
          />
        ))}
        {links[0]?.item !== NONE && links.length < products.length && (
          <Button
            size="small"
            startIcon={<AddOutlined />}
            sx={{ justifySelf: 'start' }}
            onClick={() => setChanged([...links, proposedLink(line, undefined, '')])}
          >
            Outro item
          </Button>
        )}
        <TextField
          required
          multiline
          minRows={2}
          label="Motivo"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </Box>
    </ConfirmDialog>
  );
}

interface LinkProps {
  link: LinkEdit;
  /** Those that no other row has. */
  products: readonly InvoiceProduct[];
  isOnly: boolean;
  loading: boolean;
  onItem: (item: string) => void;
  /** `null` removes the row. */
  onChange: (link: LinkEdit | null) => void;
}

/** One item of the sale, and how much the returned line takes of it. */
function Link({ link, products, isOnly, loading, onItem, onChange }: LinkProps) {
  const product = products.find(({ id }) => String(id) === link.item);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChoiceField
        required
        label="Item da nota"
        value={loading ? '' : link.item}
        disabled={loading}
        onChange={onItem}
        choices={[
          ...products.map(({ id, idExibicao, descNF, qtd_comprada, unidade }) => ({
            value: String(id),
            label: `${idExibicao} - ${descNF} (${formatQuantity(qtd_comprada)} ${unidade})`,
          })),
          ...(isOnly ? [{ value: NONE, label: 'Nenhum: não baixa nada desta nota' }] : []),
        ]}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
        {product && (
          <ReturnQuantityField
            label={`Quantidade de ${product.descNF}`}
            value={link.quantity}
            unit={link.unit}
            units={unitsOf(product)}
            rest={product.qtd_comprada_base}
            divides={product.fracionavel}
            onChange={(quantity) => onChange({ ...link, quantity })}
            onUnit={(unit) => onChange({ ...link, unit })}
          />
        )}
        {!isOnly && (
          <Button size="small" color="error" onClick={() => onChange(null)}>
            Tirar
          </Button>
        )}
      </Box>
    </Box>
  );
}
