import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { standardTypes } from '#contract/records/index.ts';
import {
  MAX_PROPOSALS,
  PriceProposal,
  priceProposalRoutes,
} from '#contract/records/routes/priceProposals.ts';
import { formatCount } from '#contract/rules/format.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column, RowId } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { SecondaryText, UnitPrice } from '#ui/components/display/Texts.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { saleText, useAcceptPrices } from './acceptPrices.ts';

const { produtos } = standardTypes;

/** `/cadastros/produtos/propostas`: products without a price and what they were last sold for, accepted one by one or together. */
export function PriceProposalsPage() {
  return (
    <RequirePermission permission={produtos.permissoes.ler}>
      <Proposals />
    </RequirePermission>
  );
}

const NONE: ReadonlySet<RowId> = new Set();

function Proposals() {
  const answer = useRoute(priceProposalRoutes.list, { query: {} }, { refetchOnMount: 'always' });
  const [ids, setIds] = useState(NONE);
  const [done, setDone] = useState<{ results: RowResults; of: readonly PriceProposal[] } | null>(null);
  const { accept, isPending } = useAcceptPrices();
  const rows = answer.data?.itens ?? [];
  const mayAccept = answer.data?.podeAceitar ?? false;
  const chosen = rows.filter(({ idProd }) => ids.has(idProd));
  const total = answer.data?.total ?? 0;
  const selection = useMemo(() => ({ ids, onChange: setIds, label: selectionLabel }), [ids]);
  const acceptChosen = async () => {
    const results = await accept(chosen);
    if (!results) return;
    setIds(NONE);
    if (results.falhas.length > 0 && chosen.length > 1) setDone({ results, of: chosen });
  };
  return (
    <Page
      title="Preços pela última venda"
      count={answer.data && formatCount(total, 'produto', 'produtos', MAX_PROPOSALS)}
      crumbs={[{ label: upperFirst(produtos.titulo.muitos), to: '/cadastros/produtos' }]}
    >
      <SecondaryText as="p">
        Produtos à venda sem preço, com o da nota mais nova, sem impostos e por unidade do produto. Nada muda
        até alguém aceitar.
      </SecondaryText>
      <DataTable
        label="Preços propostos"
        columns={COLUMNS}
        rows={rows}
        rowId={idOf}
        rowLink={linkOf}
        answer={answer}
        loading={answer.isPending}
        {...(mayAccept && { selection })}
        empty={
          <EmptyState
            title="Nenhum preço a propor"
            text="Das vendas que você vê, todo produto tem preço, nele mesmo ou em uma tabela."
          />
        }
      />
      {mayAccept && (
        <SelectionBar
          count={chosen.length}
          words={['produto selecionado', 'produtos selecionados']}
          onClear={() => setIds(NONE)}
        >
          <Button
            size="small"
            variant="contained"
            data-commits
            loading={isPending}
            onClick={() => void acceptChosen()}
          >
            Aceitar
          </Button>
        </SelectionBar>
      )}
      <RowResultsDialog
        results={done?.results ?? null}
        title="Preços aceitos"
        doneText={(count) => formatCount(count, 'preço salvo.', 'preços salvos.')}
        rowName={(id) => done?.of.find(({ idProd }) => idProd === id)?.descricao ?? `Produto ${id}`}
        onClose={() => setDone(null)}
      />
    </Page>
  );
}

const idOf = ({ idProd }: PriceProposal) => idProd;
const linkOf = ({ idProd }: PriceProposal) => `/cadastros/produtos/${idProd}`;
const selectionLabel = ({ descricao }: PriceProposal) => `Selecionar ${descricao}`;

const COLUMNS: Column<PriceProposal>[] = [
  fieldColumn(PriceProposal, 'descricao', {
    label: upperFirst(produtos.titulo.um),
    minWidth: 200,
    card: 'title',
    second: ({ codigo }) => codigo,
  }),
  fieldColumn(PriceProposal, 'preco', {
    width: 190,
    card: 'fact',
    render: ({ preco }) => <UnitPrice value={preco} />,
    second: ({ unidade }) => `por ${unidade}`,
  }),
  fieldColumn(PriceProposal, 'nota', { minWidth: 240, card: 'fact', render: saleText }),
];
