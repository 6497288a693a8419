import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { type PlainProduct, productRoutes } from '#contract/callcenter/products.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { UnitPrice } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';

interface ProductsDialogProps {
  title: string;
  /** Search terms for the products. */
  words: string;
  onClose: () => void;
}

const TAKE = 50;

/** The products that a banner or a showcase refers to. */
export function ProductsDialog({ title, words, onClose }: ProductsDialogProps) {
  const titleId = useId();
  const { data, error, isPending, refetch } = useRoute(productRoutes.search, {
    query: { q: words, take: TAKE },
  });
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <DataTable
          label={title}
          columns={COLUMNS}
          rows={data?.itens ?? []}
          rowId={({ id }) => id}
          loading={isPending}
          answer={{ data, error, refetch }}
          empty="Nenhum produto encontrado."
          maxHeight="60vh"
        />
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

const COLUMNS: readonly Column<PlainProduct>[] = [
  { id: 'codigo', label: 'Código', width: 110, card: 'fact', render: ({ idExibicao }) => idExibicao },
  { id: 'descricao', label: 'Descrição', card: 'title', render: ({ descricao }) => descricao },
  { id: 'marca', label: 'Marca', width: 150, card: 'fact', render: ({ marca }) => marca },
  {
    id: 'preco',
    label: 'Preço',
    kind: 'number',
    width: 120,
    card: 'fact',
    render: ({ preco }) => <UnitPrice value={preco} />,
  },
];
