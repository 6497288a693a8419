import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { type Parameter, parameterRoutes } from '../../../contract/config/parameters.ts';
import { PARAMETER_GROUPS } from '../../../contract/rules/parameters/parameterKind.ts';
import { Section } from '../../custom/components/detail/Section.tsx';
import { SearchField } from '../../custom/components/FilterBar/SearchField.tsx';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { PageSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { ParameterDialog } from './ParameterDialog.tsx';
import { ParameterRows } from './ParameterRows.tsx';

/** `/parametros`: every parameter by group, what holds now, and where it differs. */
export function ParametersPage() {
  return (
    <Guarded permission="CONFIGURACAO_PARAMETROS">
      <Parameters />
    </Guarded>
  );
}

function Parameters() {
  const { data, error, isPending, refetch } = useRoute(parameterRoutes.list, {});
  const [word, setWord] = useState('');
  const [editing, setEditing] = useState<string>();
  if (isPending) return <PageSkeleton />;
  const found = (data?.itens ?? []).filter((each) => matches(each, word));
  const changed = data?.itens.filter(isChanged).length ?? 0;
  const edited = data?.itens.find(({ chave }) => chave === editing);
  return (
    <Page title="Parâmetros" count={data && (changed === 1 ? '1 mudado' : `${changed} mudados`)} width="form">
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
  const folded = fold(word);
  return [titulo, descricao, chave, grupo].some((text) => fold(text).includes(folded));
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
