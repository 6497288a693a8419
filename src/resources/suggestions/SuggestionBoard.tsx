import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Suggestion, suggestionRoutes } from '../../../contract/callcenter/suggestions.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { EmptyState, ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import { ImportedList } from './ImportedList.tsx';
import { type Basket, SuggestionRows, useBasket } from './SuggestionRows.tsx';

interface Place {
  idCli: number;
  idFil: number;
}

const LIST = 'LISTA';

/** The ways of looking as tabs, and one basket for all of them. */
export function SuggestionBoard(place: Place) {
  const { can } = useCan();
  const menus = useRoute(suggestionRoutes.menus, {});
  const [chosen, setChosen] = useState<string>();
  const basket = useBasket();
  if (menus.error && !menus.data) return <ErrorState error={menus.error} onRetry={() => menus.refetch()} />;
  const tab = chosen ?? menus.data?.[0]?.tipo ?? LIST;
  return (
    <>
      <Tabs
        value={menus.data ? tab : false}
        onChange={(_, value: string) => setChosen(value)}
        aria-label="Tipos de sugestão"
        sx={{ mb: 3 }}
      >
        {menus.data?.map(({ tipo, nome }) => (
          <Tab key={tipo} value={tipo} label={nome} id={`tab-${tipo}`} aria-controls="sugestoes" />
        ))}
        {can('ORCAMENTO_EDITAR') && (
          <Tab value={LIST} label="Lista do cliente" id={`tab-${LIST}`} aria-controls="sugestoes" />
        )}
      </Tabs>
      <Box role="tabpanel" id="sugestoes" aria-labelledby={`tab-${tab}`} sx={{ pb: 20 }}>
        {tab === LIST ? (
          <ImportedList {...place} basket={basket} />
        ) : (
          menus.data && <OfKind key={tab} tipo={tab} {...place} basket={basket} />
        )}
      </Box>
      {can('ORCAMENTO_EDITAR') && <Finish {...place} basket={basket} />}
    </>
  );
}

function OfKind({ tipo, idCli, idFil, basket }: Place & { tipo: string; basket: Basket }) {
  const { data, error, isPending, refetch } = useRoute(suggestionRoutes.list, {
    params: { tipo, idCli, idFil },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data?.length === 0)
    return (
      <EmptyState
        title="Nada a sugerir por aqui"
        text="Falta história de compras para este tipo. Veja os outros, ou envie a lista do cliente."
      />
    );
  return <SuggestionRows rows={data ?? NONE} loading={isPending} basket={basket} />;
}

const NONE: Suggestion[] = [];

/** The bar below: what was gathered, and the quote that it becomes. */
function Finish({ idCli, idFil, basket }: Place & { basket: Basket }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const making = useRouteCommand(suggestionRoutes.finish);
  if (basket.chosen.length === 0) return null;
  const count = formatCount(basket.chosen.length, 'produto escolhido', 'produtos escolhidos');
  const finish = async () => {
    try {
      const { data } = await making.mutateAsync({
        params: { idCli, idFil },
        body: { produtos: basket.chosen },
      });
      notify(data.message, { type: 'success' });
      navigate(`/orcamentos/${data.id}`);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <Box
      role="region"
      aria-label="Produtos escolhidos"
      sx={({ vars: { palette } }) => ({
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 3,
        p: 3,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 3,
        alignItems: 'center',
        justifyContent: 'flex-end',
        backgroundColor: palette.components.superficie,
        borderTop: `1px solid ${palette.components.linha}`,
      })}
    >
      <Typography role="status">{count}</Typography>
      <Button onClick={basket.clear} disabled={making.isPending}>
        Limpar
      </Button>
      <Button variant="contained" loading={making.isPending} onClick={finish}>
        Fazer orçamento
      </Button>
    </Box>
  );
}
