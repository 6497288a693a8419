import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import { itemLimitProblems } from '#contract/rules/tickets/ticketItems.ts';
import { lookupRoutes, type ProductOption } from '#contract/sac/lookups.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { PageLinks } from '#ui/components/PageLinks/PageLinks.tsx';
import { useDebounced } from '#ui/components/timed.ts';
import type { EntryAnswer } from '#ui/entry/entryQueue.ts';
import { EntryStatus, type RequestedText, useEntryQueue } from '#ui/entry/useEntryQueue.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import { AddButton, ProductImage, Rows, SearchBox, StepAlert, StepFields } from './StepParts.tsx';

/** Page size and debounce of document 000, section 9. */
const PER_PAGE = 6;
const PAUSE_MS = 800;

/** 'Selecione os Produtos': products without an invoice. */
export function ProductsStep() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [term, searchNow] = useDebounced(text.trim(), PAUSE_MS);
  const search = useRoute(
    lookupRoutes.products,
    { query: { q: term, take: PER_PAGE, page } },
    { enabled: term !== '' },
  );
  const add = useAddLoose();
  const entry = useEntryQueue<RequestedText, ProductOption>({ ask: theProduct, act: add });
  return (
    <StepFields>
      <StepAlert field="itensAvulsos" />
      <SearchBox
        label="Produto"
        placeholder="Digite Código ou Descrição"
        value={text}
        onChange={(value) => {
          setText(value);
          setPage(1);
        }}
        onEnter={() => {
          searchNow();
          if (text.trim()) entry.enter({ text: text.trim() });
        }}
      />
      <EntryStatus field={entry} />
      <Found search={search} term={term} waiting={text.trim() !== term} />
      {search.data && term !== '' && (
        <PageLinks
          page={search.data.paginator.current_page}
          lastPage={search.data.paginator.last_page}
          perPage={PER_PAGE}
          total={search.data.paginator.total}
          noun={['produto', 'produtos']}
          onPage={setPage}
        />
      )}
    </StepFields>
  );
}

interface FoundProps {
  search: ReturnType<typeof useRoute<typeof lookupRoutes.products>>;
  term: string;
  waiting: boolean;
}

function Found({ search, term, waiting }: FoundProps) {
  if (term === '' && !waiting)
    return <EmptyState icon={<Inventory2Outlined />} title="Pesquise produtos para adicionar" />;
  const loading = <Typography role="status">Carregando ...</Typography>;
  return (
    <Answered answer={search} skeleton={loading}>
      {({ itens }) => {
        if (waiting) return loading;
        if (itens.length === 0) return <EmptyState title={`Não encontrado ${term}`} />;
        return (
          <Rows aria-label="Produtos encontrados">
            {itens.map((product) => (
              <ProductRow key={product.id} product={product} />
            ))}
          </Rows>
        );
      }}
    </Answered>
  );
}

function ProductRow({ product }: { product: ProductOption }) {
  const { draft, change } = useItems();
  const notify = useNotify();
  const addLoose = useAddLoose();
  const added = draft.itensAvulsos.some(({ id }) => id === product.id);
  const { id, display, descricao } = product;
  const add = () => {
    const problem = addLoose(product);
    if (problem) notify(problem, { type: 'error' });
  };
  const remove = () =>
    change((now) => ({ ...now, itensAvulsos: now.itensAvulsos.filter((other) => other.id !== id) }));
  return (
    <li>
      <ProductImage id={product.idImagem} />
      <span className="what">
        <span>{display}</span>
        <span className="second">{[product.marca, product.unidade].filter(Boolean).join(' · ')}</span>
      </span>
      <AddButton name={descricao} added={added} onAdd={add} onRemove={remove} />
    </li>
  );
}

/** Adds a product, at most once; returns the reason if it cannot be added. */
function useAddLoose() {
  const { draft, limits, change } = useItems();
  return ({ id, display, descricao, codigo_barras }: ProductOption): string | null => {
    const isHeld = draft.itensAvulsos.some((item) => item.id === id);
    const [problem] = isHeld ? [] : itemLimitProblems(ticketInputOf(draft), limits.maxItems, 1);
    if (problem) return problem.message;
    const item = { id, display, descricao, codigo_barras: codigo_barras || null };
    change((now) => ({
      ...now,
      itensAvulsos: [...now.itensAvulsos.filter((other) => other.id !== id), item],
    }));
    return null;
  };
}

/** The product with exactly that code, or else the only match. */
async function theProduct({ text }: RequestedText): Promise<EntryAnswer<ProductOption>> {
  const { itens } = await call(lookupRoutes.products, { query: { q: text, take: PER_PAGE, page: 1 } });
  const exact = itens.find(({ idExibicao, codigo_barras }) => idExibicao === text || codigo_barras === text);
  const found = exact ?? (itens.length === 1 ? itens[0] : undefined);
  if (found) return { found };
  return { nothing: itens.length === 0 ? `Não encontrado ${text}` : 'Mais de um produto: escolha na lista.' };
}
