import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount } from '#contract/rules/format.ts';
import { type ArticleRow, faqRoutes } from '#contract/sac/faq.ts';
import { useRoute } from '#data/useRoute.ts';
import { ScoreBadge } from '#ui/components/display/Chips.tsx';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import { type Filter, type FilterValues, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { describedOptions } from '#ui/components/FilterBar/namedOptions.ts';
import { PageLinks } from '#ui/components/PageLinks/PageLinks.tsx';
import { oneOf } from '#ui/lists/filterKinds.ts';
import { LoadedPage, UnknownPath, useRecordId } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';

/** `/faq`: articles by title, or by relevance to a search. The search is kept in the address. */
export function FaqPage() {
  return (
    <RequirePermission permission="SAC_FAQ">
      <Articles />
    </RequirePermission>
  );
}

function Articles() {
  const [params, setParams] = useSearchParams();
  const { q, tipo, page } = Object.fromEntries(params) as Record<string, string | undefined>;
  const { data, error, isPending, refetch } = useRoute(
    faqRoutes.list,
    { query: { q, page: Number(page ?? 1), ...(tipo && { tipo: Number(tipo) }) } },
    { placeholderData: (before) => before },
  );
  const filters: Filter[] = [
    oneOf('tipo', 'Tipo', laterOptions('tipo', faqRoutes.kinds, {}, describedOptions), { pinned: true }),
  ];
  const ask = (values: FilterValues) => setParams(values as Record<string, string>, { replace: true });
  const total = data?.paginator.total ?? 0;
  return (
    <Page title={{ menu: 'FAQ' }} count={data && formatCount(total, 'artigo', 'artigos')} width="form">
      <FilterBar
        filters={filters}
        values={{ ...(q && { q }), ...(tipo && { tipo }) }}
        onChange={ask}
        search={{ key: 'q', label: 'Buscar artigos', placeholder: 'O que você quer saber?' }}
      />
      {isPending && <TextSkeleton />}
      <Failure answer={{ data, error, refetch }} />
      {data && data.itens.length > 0 && <ArticleLinks articles={data.itens} />}
      {data && data.itens.length === 0 && (
        <EmptyState
          title={q ? `Artigos relacionados a '${q}' não encontrados...` : 'Sem informações no momento.'}
          text={q ? 'Procure por outra palavra.' : 'Os artigos de ajuda aparecem aqui.'}
        />
      )}
      {data && (
        <PageLinks
          page={data.paginator.current_page}
          lastPage={data.paginator.last_page}
          perPage={data.paginator.per_page}
          total={total}
          onPage={(next) => setParams({ ...Object.fromEntries(params), page: `${next}` })}
          noun={['artigo', 'artigos']}
        />
      )}
    </Page>
  );
}

/** Links to articles, each with the beginning of its text. */
function ArticleLinks({ articles }: { articles: readonly ArticleRow[] }) {
  return (
    <List>
      {articles.map(({ id, titulo, resumo, tipo, score }) => (
        <li key={id}>
          <Link to={`/artigo/${id}`}>
            <span className="title">
              {score !== null && <ScoreBadge score={score} />}
              <strong>{titulo}</strong>
              {tipo && <small>{tipo.desc}</small>}
            </span>
            <span className="text">{resumo}</span>
          </Link>
        </li>
      ))}
    </List>
  );
}

const List = styled('ul')(({ theme: { vars } }) => {
  const { components } = vars.palette;
  return {
    listStyle: 'none',
    margin: '12px 0',
    padding: 0,
    borderTop: `1px solid ${components.linha}`,
    '& a': {
      display: 'block',
      padding: '12px 8px',
      color: components.texto,
      textDecoration: 'none',
      borderBottom: `1px solid ${components.linha}`,
    },
    '& a:hover': { backgroundColor: components.realce },
    '& .title': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
    '& strong': { fontWeight: 500 },
    '& small': { marginLeft: 'auto', fontSize: 12, color: components.textoSecundario },
    '& .text': {
      display: 'block',
      fontSize: 13,
      color: components.textoSecundario,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  };
});

/** `/artigo/{id}`: an article at reading width. */
export function ArticlePage() {
  const id = useRecordId();
  return id === null ? <UnknownPath /> : <LoadedArticle id={id} />;
}

function LoadedArticle({ id }: { id: number }) {
  const answer = useRoute(faqRoutes.get, { params: { id } });
  const crumbs = [{ label: 'FAQ', to: '/faq' }];
  return (
    <LoadedPage
      answer={answer}
      title="Artigo"
      crumbs={crumbs}
      skeleton={<TextSkeleton />}
      missing={
        <EmptyState
          title="Artigo não encontrado"
          text="Ele não existe, saiu do ar ou não é para o seu perfil. Procure a resposta no FAQ."
          actions={
            <Button variant="contained" component={Link} to="/faq">
              Ir para o FAQ
            </Button>
          }
        />
      }
    >
      {({ data }) => (
        <Page title={data.titulo} crumbs={crumbs} width="reading">
          <SafeHtml html={data.conteudo} />
        </Page>
      )}
    </LoadedPage>
  );
}
