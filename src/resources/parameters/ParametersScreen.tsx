import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { Parameter, parameterRoutes, salesPlatformRoutes } from '#contract/config/parameters.ts';
import { formatCount } from '#contract/rules/format.ts';
import { PARAMETER_GROUPS } from '#contract/rules/parameters/parameterKind.ts';
import { foldedText } from '#contract/rules/text.ts';
import { useRoute } from '#data/useRoute.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { RelativeDate, SecondaryText } from '#ui/components/display/Texts.tsx';
import { SearchField } from '#ui/components/FilterBar/SearchField.tsx';
import { Page, type PageTitle } from '#ui/shell/Page.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { themeColors } from '#ui/theme/theme.tsx';
import { ParameterDialog, textOf } from './ParameterDialog.tsx';

export type ParameterRoutes = Pick<typeof parameterRoutes, 'list' | 'update' | 'restore'> | OwnRoutes;
type OwnRoutes = Pick<typeof salesPlatformRoutes, 'list' | 'update' | 'restore'>;

interface ParametersScreenProps {
  title: PageTitle;
  routes: ParameterRoutes;
}

/** Parameters by group, with the values in effect and where branches differ; each is edited in a dialog. */
export function ParametersScreen({ title, routes }: ParametersScreenProps) {
  const answer = useRoute(routes.list, {});
  const { data, isPending } = answer;
  const [word, setWord] = useState('');
  const [editing, setEditing] = useState<string>();
  if (isPending) return <PageSkeleton />;
  const found = (data?.itens ?? []).filter((each) => matches(each, word));
  const changed = data?.itens.filter(isChanged).length ?? 0;
  const edited = data?.itens.find(({ chave }) => chave === editing);
  return (
    <Page
      title={title}
      count={data && (changed > 0 ? formatCount(changed, 'alterado', 'alterados') : 'Nada alterado')}
      width="form"
    >
      <Failure answer={answer} />
      {data && (
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

interface ParameterRowsProps {
  parameters: readonly Parameter[];
  onEdit: (key: string) => void;
}

/** Name and description on the left, the value in effect on the right, and deviating branches below. */
function ParameterRows({ parameters, onEdit }: ParameterRowsProps) {
  return (
    <Rows>
      {parameters.map((parameter) => (
        <li key={parameter.chave}>
          <div>
            <strong>{parameter.titulo}</strong>
            <SecondaryText>{parameter.descricao}</SecondaryText>
          </div>
          <Now parameter={parameter} />
          <Button
            size="small"
            startIcon={<EditOutlined />}
            aria-label={`Mudar ${parameter.titulo}`}
            onClick={() => onEdit(parameter.chave)}
          >
            Mudar
          </Button>
        </li>
      ))}
    </Rows>
  );
}

function Now({ parameter }: { parameter: Parameter }) {
  const { valor, padrao, alterado, alteradoEm, filiais, semValor } = parameter;
  return (
    <div>
      <span className="value">{valor === null ? semValor : textOf(parameter, valor)}</span>
      {alterado && (
        <SecondaryText>
          <Tag tone="informacao">
            <span>Mudado</span>
          </Tag>{' '}
          padrão: {padrao === null ? semValor : textOf(parameter, padrao)}
          {alteradoEm && (
            <>
              {' · '}
              <RelativeDate value={alteradoEm} />
            </>
          )}
        </SecondaryText>
      )}
      {filiais.length > 0 && (
        <SecondaryText>
          {filiais.map(({ filial, valor: own }) => `${filial.nome}: ${textOf(parameter, own)}`).join(' · ')}
        </SecondaryText>
      )}
    </div>
  );
}

const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 16,
    rowGap: 4,
    alignItems: 'start',
    padding: '12px 0',
  },
  '& > li + li': { borderTop: `1px solid ${themeColors(theme).divider}` },
  '& > li > div:nth-of-type(2)': { gridRow: 2, gridColumn: '1 / -1' },
  '& > li > div > span': { display: 'block' },
  '& strong': { display: 'block', fontWeight: 500 },
  '& .value': { display: 'block', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  [theme.breakpoints.up('md')]: {
    '& > li': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
    '& > li > div:nth-of-type(2)': { gridRow: 'auto', gridColumn: 'auto' },
  },
}));
