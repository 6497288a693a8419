import Button from '@mui/material/Button';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import type { QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { formatQuantity } from '../../../contract/rules/quantity.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { ProductRow } from './ProductRow.tsx';

interface LinkedProps {
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
}

interface OfBranchProps extends LinkedProps {
  idFil: number;
}

/** What may be sold instead of a product. */
export function SimilarProducts({ idProd, idFil, ...rest }: OfBranchProps & { idProd: number }) {
  const found = useRoute(productRoutes.similar, {
    params: { idProduto: idProd },
    query: { filial_id: idFil },
  });
  return <Products found={found} empty="Nenhum produto substitui este." {...rest} />;
}

/** Products that differ from a product in one thing only: size, colour, scent. */
export function ModelProducts({
  idModelo,
  idProd,
  idFil,
  ...rest
}: OfBranchProps & { idModelo: number; idProd: number }) {
  const found = useRoute(productRoutes.models, { params: { idModelo }, query: { filial_id: idFil } });
  const others = found.data?.filter(({ id }) => id !== idProd);
  return (
    <Products found={{ ...found, data: others }} empty="Não há outra variação deste modelo." {...rest} />
  );
}

/** What goes along with a product and is not in the quote yet. */
export function AggregatedProducts({
  idProd,
  idOrcamento,
  ...rest
}: LinkedProps & { idProd: number; idOrcamento: number }) {
  const found = useRoute(productRoutes.aggregatedOfQuote, {
    params: { produtoId: idProd, orcamentoId: idOrcamento },
  });
  return <Products found={found} empty="Nada mais acompanha este produto." {...rest} />;
}

interface ProductsProps extends LinkedProps {
  found: { data?: QuoteProduct[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  empty: string;
}

function Products({ found, empty, disabled, onAdd }: ProductsProps) {
  if (found.isPending) return <ListSkeleton rows={3} />;
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data.length === 0) return <EmptyState title="Nenhum produto" text={empty} />;
  return found.data.map((product) => (
    <ProductRow
      key={product.id}
      product={product}
      {...(product.qtdAgregada && { note: `${formatQuantity(product.qtdAgregada)} para cada` })}
      action={
        <Button
          size="small"
          variant="outlined"
          disabled={disabled}
          aria-label={`Incluir ${product.descricao}`}
          onClick={() => onAdd(product)}
        >
          Incluir
        </Button>
      }
    />
  ));
}
