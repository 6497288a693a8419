import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { salesPlatformRoutes } from '../../../contract/callcenter/salesPlatform.ts';
import type { Parameter, parameterRoutes } from '../../../contract/config/parameters.ts';
import { foldedText } from '../../../contract/rules/foldedText.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { PARAMETER_GROUPS } from '../../../contract/rules/parameters/parameterKind.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { SearchField } from '../../ui/components/FilterBar/SearchField.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { ParameterDialog } from './ParameterDialog.tsx';
import { ParameterRows } from './ParameterRows.tsx';

export type ParameterRoutes = Pick<typeof parameterRoutes, 'list' | 'update' | 'restore'> | OwnRoutes;
type OwnRoutes = Pick<typeof salesPlatformRoutes, 'list' | 'update' | 'restore'>;

interface ParametersScreenProps {
  title: string;
  /** Above the page, where it says more than the title. */
  heading?: string;
  routes: ParameterRoutes;
}

/** Parameters by group, what holds now, and where it differs; each is changed in a dialog. */
export function ParametersScreen({ title, heading = title, routes }: ParametersScreenProps) {
  const { data, error, isPending, refetch } = useRoute(routes.list, {});
  const [word, setWord] = useState('');
  const [editing, setEditing] = useState<string>();
  if (isPending) return <PageSkeleton />;
  const found = (data?.itens ?? []).filter((each) => matches(each, word));
  const changed = data?.itens.filter(isChanged).length ?? 0;
  const edited = data?.itens.find(({ chave }) => chave === editing);
  return (
    <Page
      title={title}
      heading={heading}
      count={data && formatCount(changed, 'mudado', 'mudados')}
      width="form"
    >
      {data ? (
        <Stack spacing={4}>
          <Box sx={{ display: 'flex' }}>
            <SearchField
              label="Buscar parâmetros"
              placeholder="Nome ou o que decide"
              value={word}
              onChange={setWord}
              debounceMs={150}
            />
          </Box>
          {found.length === 0 && (
            <EmptyState title="Nenhum parâmetro com esta palavra" text="Procure por outra." />
          )}
          {PARAMETER_GROUPS.map((group) => {
            const own = found.filter(({ grupo }) => grupo === group);
            return (
              own.length > 0 && (
                <Section key={group} title={group}>
                  <ParameterRows parameters={own} onEdit={setEditing} />
                </Section>
              )
            );
          })}
        </Stack>
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
      {data && edited && (
        <ParameterDialog
          routes={routes}
          parameter={edited}
          branches={data.filiais}
          canAll={data.podeTodas}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Page>
  );
}

const isChanged = ({ alterado, filiais }: Parameter) => alterado || filiais.length > 0;

function matches({ titulo, descricao, chave, grupo }: Parameter, word: string) {
  const folded = foldedText(word);
  return [titulo, descricao, chave, grupo].some((text) => foldedText(text).includes(folded));
}
