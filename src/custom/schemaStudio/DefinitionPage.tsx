import { useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { type DefinitionDetail, definitionRoutes } from '#contract/config/definitions.ts';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  definitionKinds,
} from '#contract/rules/definitions/definition.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import { UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure, together } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { DefinitionEditor, type StudioView } from './frame/DefinitionEditor.tsx';

/** `/configuracao/{tipo}/{chave}`: one definition; `?modo=json` and `?modo=versoes` are its other views. */
export function DefinitionPage() {
  const { tipo, chave = '' } = useParams();
  const kind = DEFINITION_KINDS.find((each) => each === tipo);
  if (!kind) return <UnknownPath />;
  return (
    <RequirePermission permission={definitionKinds[kind].permission}>
      <Definition key={`${kind}/${chave}`} tipo={kind} chave={chave} />
    </RequirePermission>
  );
}

const VIEWS: readonly StudioView[] = ['visual', 'json', 'execucoes', 'versoes'];

function Definition({ tipo, chave }: { tipo: DefinitionKind; chave: string }) {
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const params = { tipo, chave };
  // Fetched once: after that, the responses to the person's own writes are current, and others' writes are reported as
  // conflicts.
  const query = useRoute(
    definitionRoutes.get,
    { params },
    {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
  const meta = useRoute(
    definitionRoutes.metaSchema,
    { params: { tipo } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (query.isPending || meta.isPending) return <PageSkeleton />;
  if (!query.data || !meta.data) {
    return (
      <Page title={chave}>
        <Failure answer={together(query, meta)} />
      </Page>
    );
  }
  const keep = (data: DefinitionDetail) => {
    queries.setQueryData(routeKey(definitionRoutes.get, { params }), { data });
    void queries.invalidateQueries({ queryKey: routeKey(definitionRoutes.versions) });
    void queries.invalidateQueries({ queryKey: routeKey(definitionRoutes.list) });
  };
  return (
    <DefinitionEditor
      detail={query.data.data}
      meta={meta.data}
      onDetail={keep}
      view={VIEWS.find((each) => each === search.get('modo')) ?? 'visual'}
      onView={(view) => setSearch(view === 'visual' ? {} : { modo: view }, { replace: true })}
    />
  );
}
